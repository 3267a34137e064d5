// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * One question set over one or more states. A single request is a batch of one: everything after the request reader
 * treats both alike.
 *
 * @param states at least one
 * @param questions by id, in the client's order; may be empty
 */
public record DecisionRequest(List<State> states, SequencedMap<String, Question> questions, Controls controls) {
    public DecisionRequest {
        states = List.copyOf(states);
        questions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(questions));
    }
}
