/** Calibrations in force: each goes to the checkpoint that its file was made for, and can be read again. */
@NullMarked
package org.decisionservice.host.calibration;

import org.jspecify.annotations.NullMarked;
