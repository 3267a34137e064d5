/**
 * Whether answers are distributed as they were: {@link org.decisionservice.judging.drift.Tally} counts the answers to a
 * question, {@link org.decisionservice.judging.drift.Baseline} is what was counted while all was well, and
 * {@link org.decisionservice.judging.drift.Shift} says of each {@link org.decisionservice.judging.drift.Trait} how far
 * it is from there now, and whether that is more than chance and the ordinary difference of days explain.
 */
@NullMarked
package org.decisionservice.judging.drift;

import org.jspecify.annotations.NullMarked;
