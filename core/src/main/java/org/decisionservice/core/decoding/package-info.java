/**
 * Turns the {@link org.decisionservice.core.decoding.QuestionLogits} of a question into its answer. {@link
 * org.decisionservice.core.decoding.AnswerDecoder} divides the logits by the temperature that the {@link
 * org.decisionservice.core.decoding.Calibration} has for the question, takes the softmax, puts the probabilities back
 * into criteria order, measures how certain the answer is and, if the request has a threshold, records whether the
 * answer passes it. Everything is computed in double precision and without rounding. {@link
 * org.decisionservice.core.decoding.WireDecimals} rounds the numbers of the response; the threshold is compared with
 * the rounded value.
 *
 * <p>If a state was read in windows, each of the question's rows has a distribution of its own. {@code WindowEvidence}
 * combines those of the windows and says which window decided; {@code SentenceEvidence} adds those of the sentences
 * that were read on their own. The combined distribution is then treated like that of a single row.
 */
@NullMarked
package org.decisionservice.core.decoding;

import org.jspecify.annotations.NullMarked;
