// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.util.OptionalDouble;
import org.decisionservice.api.Question;

/**
 * A question under the id by which its answer is found. {@link Questions} makes them.
 *
 * @param id not blank; the service refuses a request that has two questions under one id
 * @param minConfidence the abstention threshold of this question alone, in [0, 1]; if empty, that of the client counts
 */
public record NamedQuestion(String id, Question question, OptionalDouble minConfidence) {

    /** The same question, held back below {@code threshold}, in [0, 1]. */
    public NamedQuestion minConfidence(double threshold) {
        return new NamedQuestion(id, question, OptionalDouble.of(threshold));
    }
}
