/** Tests of what people read. */
@NullMarked
package org.decisionservice.judging.report;

import org.jspecify.annotations.NullMarked;
