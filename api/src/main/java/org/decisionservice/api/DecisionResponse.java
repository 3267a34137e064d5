// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The answers about one state.
 *
 * @param answers by question id, in the client's order
 * @param routing empty if a single local checkpoint answers everything
 * @param stateVectors the encoder's vectors of the state, by question id, for whoever learns; empty in
 *     every answer to a client
 * @param explanation what the answers depend on; empty unless the request asks for it
 */
public record DecisionResponse(
        SequencedMap<String, Answer> answers,
        Usage usage,
        Optional<Routing> routing,
        Map<String, float[]> stateVectors,
        Optional<Explanation> explanation) {
    public DecisionResponse {
        answers = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(answers));
        stateVectors = Map.copyOf(stateVectors);
    }

    /** An answer that nobody asked to explain. */
    public DecisionResponse(
            SequencedMap<String, Answer> answers,
            Usage usage,
            Optional<Routing> routing,
            Map<String, float[]> stateVectors) {
        this(answers, usage, routing, stateVectors, Optional.empty());
    }

    /** An answer to a client. */
    public DecisionResponse(SequencedMap<String, Answer> answers, Usage usage, Optional<Routing> routing) {
        this(answers, usage, routing, Map.of());
    }

    /** The same about a state that was cleaned. */
    public DecisionResponse with(Cleaning cleaning) {
        return new DecisionResponse(answers, usage.with(cleaning), routing, stateVectors, explanation);
    }

    /** The same with what the answers depend on. */
    public DecisionResponse with(Explanation known) {
        return new DecisionResponse(answers, usage, routing, stateVectors, Optional.of(known));
    }
}
