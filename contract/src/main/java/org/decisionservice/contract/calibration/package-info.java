/** Files of calibrations, ours and those of upstream's library. */
@NullMarked
package org.decisionservice.contract.calibration;

import org.jspecify.annotations.NullMarked;
