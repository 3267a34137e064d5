/**
 * Measures of answers: {@link org.decisionservice.judging.metrics.Metrics} of rows that are
 * {@link org.decisionservice.judging.metrics.Judged}, each number with a 95 % interval, how often the sure answers are
 * right ({@link org.decisionservice.judging.metrics.RiskCoverage}), the threshold for an accuracy that is asked for
 * ({@link org.decisionservice.judging.metrics.ThresholdSearch}) and whether two ways of answering differ
 * ({@link org.decisionservice.judging.metrics.McNemar}) and by how much
 * ({@link org.decisionservice.judging.metrics.PairedDifference}). Equal rows give equal numbers: every random draw has
 * a fixed seed.
 */
@NullMarked
package org.decisionservice.judging.metrics;

import org.jspecify.annotations.NullMarked;
