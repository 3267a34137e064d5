// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;
import java.util.Map;

/**
 * The parts of a state that its answers depend on, found by answering without each of them in turn.
 *
 * @param influences by question id, those that move the answer most first
 * @param spans the parts that were left out, one after the other
 * @param rows that were computed, those of the answer itself among them
 * @param passes that these rows took
 */
public record Explanation(Map<String, List<Influence>> influences, int spans, int rows, int passes) {
    public Explanation {
        influences = Map.copyOf(influences);
    }

    /** The influences on the answer to one question. */
    public List<Influence> of(String questionId) {
        return influences.getOrDefault(questionId, List.of());
    }

    /**
     * The influence of a part of the state on one answer.
     *
     * @param start Unicode code points of the state's text before it
     * @param end those up to its last one
     * @param text its own text, or the beginning of that
     * @param change of the answer once this part is left out: of the probability of the chosen option, of the expected
     *     level of a score, of the probability that a statement holds
     */
    public record Influence(int start, int end, String text, double change) {}
}
