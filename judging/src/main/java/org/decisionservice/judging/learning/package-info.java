/**
 * Learns from labels what a checkpoint does not know of one question: {@link
 * org.decisionservice.judging.learning.Learner} fits a regression on the encoder's outputs on top of the checkpoint's
 * logits, and keeps it only if held-out rows are answered better for sure.
 */
@NullMarked
package org.decisionservice.judging.learning;

import org.jspecify.annotations.NullMarked;
