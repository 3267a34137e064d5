// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The answers about one state.
 *
 * @param answers by question id, in the client's order
 * @param routing empty if a single local checkpoint answers everything
 */
public record DecisionResponse(SequencedMap<String, Answer> answers, Usage usage, Optional<Routing> routing) {
    public DecisionResponse {
        answers = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(answers));
    }
}
