@NullMarked
package org.decisionservice.judging.calibration;

import org.jspecify.annotations.NullMarked;
