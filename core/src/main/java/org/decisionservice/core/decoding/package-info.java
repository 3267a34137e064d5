/**
 * From a row's logits to an answer: {@link org.decisionservice.core.decoding.AnswerDecoder} divides by the
 * checkpoint's temperature, takes the softmax, puts the probabilities back into criteria order, measures how sure the
 * answer is and marks it where a request's threshold says so. All in double precision and unrounded; {@link
 * org.decisionservice.core.decoding.ContractConfidence} is what the upstream contract calls confidence. {@link
 * org.decisionservice.core.decoding.WireDecimals} is the rounding that a client will see, which the threshold is
 * compared after.
 */
@NullMarked
package org.decisionservice.core.decoding;

import org.jspecify.annotations.NullMarked;
