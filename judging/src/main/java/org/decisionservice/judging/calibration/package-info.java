/**
 * Makes probabilities true by labels: {@link org.decisionservice.judging.calibration.Calibrator} chooses, for each
 * type, number of options and question, between no change, a temperature and a temperature with a bias, by the log loss
 * of rows that the choice has not seen.
 */
@NullMarked
package org.decisionservice.judging.calibration;

import org.jspecify.annotations.NullMarked;
