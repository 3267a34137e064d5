/**
 * Calibrations in files: {@link org.decisionservice.server.calibration.CalibrationFile} reads what
 * {@link org.decisionservice.server.calibration.CalibrationWriter} or upstream's library wrote, and
 * {@link org.decisionservice.server.calibration.Calibrations} gives each to the checkpoint that it was made for.
 */
@NullMarked
package org.decisionservice.server.calibration;

import org.jspecify.annotations.NullMarked;
