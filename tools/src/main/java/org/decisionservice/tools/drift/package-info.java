/**
 * Whether a service answers as it did: {@link org.decisionservice.tools.drift.LoggedAnswers} counts the answers of a
 * decision log, {@link org.decisionservice.tools.drift.Baselines} keeps the counts of a good time, and
 * {@link org.decisionservice.tools.drift.DriftReport} says what is different now.
 */
@NullMarked
package org.decisionservice.tools.drift;

import org.jspecify.annotations.NullMarked;
