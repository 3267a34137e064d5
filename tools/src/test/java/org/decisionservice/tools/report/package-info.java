/** Tests of what people read. */
@NullMarked
package org.decisionservice.tools.report;

import org.jspecify.annotations.NullMarked;
