// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.util.List;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;

/**
 * Is told of every decision with what was asked and what was answered, on that request's thread, before the answer is
 * sent. It sees everything that the client sent, so an implementation says in its own documentation what it keeps of
 * it. It must never throw, must not wait, and must be safe for any number of threads.
 */
public interface DecisionObserver {
    /**
     * A request that was decided.
     *
     * @param requestId the value of {@code X-Request-Id} sent to the client; may be the client's own text
     * @param positions where each state of the request stands in what the client sent
     * @param responses one per state, in the order of the request
     */
    record Decided(
            String requestId, DecisionRequest request, List<Integer> positions, List<DecisionResponse> responses) {
        public Decided {
            positions = List.copyOf(positions);
            responses = List.copyOf(responses);
        }
    }

    void decided(Decided decision);
}
