/** Tests of plans. */
@NullMarked
package org.decisionservice.core.plan;

import org.jspecify.annotations.NullMarked;
