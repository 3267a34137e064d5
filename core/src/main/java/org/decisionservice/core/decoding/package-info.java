/**
 * Turns a row's logits into an answer: {@link org.decisionservice.core.decoding.AnswerDecoder} divides by the
 * temperature that its {@link org.decisionservice.core.decoding.Calibration} has for the question, takes the softmax,
 * puts the probabilities back into criteria order, measures how certain the answer is and, if the request has a
 * threshold, records whether the answer passes it. Everything is computed in double precision and unrounded. {@link
 * org.decisionservice.core.decoding.ContractConfidence} computes what the upstream contract calls confidence. {@link
 * org.decisionservice.core.decoding.WireDecimals} does the rounding of the response; the threshold is compared with the
 * rounded value.
 */
@NullMarked
package org.decisionservice.core.decoding;

import org.jspecify.annotations.NullMarked;
