/**
 * Turns a row's logits into an answer: {@link org.decisionservice.core.decoding.AnswerDecoder} divides by the
 * temperature that its {@link org.decisionservice.core.decoding.Calibration} has for the question, takes the softmax,
 * puts the probabilities back into criteria order, measures how certain the answer is and, if the request has a
 * threshold, records whether the answer passes it. Everything is computed in double precision and unrounded. {@link
 * org.decisionservice.core.decoding.WireDecimals} does the rounding of the response; the threshold is compared with the
 * rounded value.
 *
 * <p>A state that was read in windows has several rows of the same question. {@link
 * org.decisionservice.core.decoding.WindowDecoder} decodes each, lets {@code WindowEvidence} say what they mean
 * together and which window decided, lets {@code SentenceEvidence} add what the sentences say that were read on their
 * own, and goes on with that distribution like with any other.
 */
@NullMarked
package org.decisionservice.core.decoding;

import org.jspecify.annotations.NullMarked;
