/**
 * The files of {@code SERVICE_FITTED}, which labels made: {@link org.decisionservice.contract.fitted.CalibrationFile},
 * also in the form of upstream's library, {@link org.decisionservice.contract.fitted.ThresholdsFile} and
 * {@link org.decisionservice.contract.fitted.LearnedFile}.
 */
@NullMarked
package org.decisionservice.contract.fitted;

import org.jspecify.annotations.NullMarked;
