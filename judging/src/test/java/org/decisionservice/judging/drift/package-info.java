/** Tests of the comparison of counts with a baseline. */
@NullMarked
package org.decisionservice.judging.drift;

import org.jspecify.annotations.NullMarked;
