// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.worker.Inferred;
import org.decisionservice.server.worker.Work;

/** A request that is routed and packed: what is to be computed for it, and how that becomes its answer. */
final class Prepared {
    private final List<Destination> routed;
    /** Indexes of the states that each checkpoint answers. */
    private final SequencedMap<ServedCheckpoint, List<Integer>> statesOf = new LinkedHashMap<>();

    private final List<Share> shares = new ArrayList<>();

    /** Packs {@code request}, whose states go where {@code routed} says. */
    Prepared(DecisionRequest request, List<Destination> routed, Packing packing) {
        this.routed = List.copyOf(routed);
        for (int state = 0; state < routed.size(); state++) {
            statesOf.computeIfAbsent(routed.get(state).checkpoint(), _ -> new ArrayList<>())
                    .add(state);
        }
        statesOf.forEach((checkpoint, states) -> shares.add(new Share(checkpoint, request, states, packing)));
    }

    List<Work> work() {
        return shares.stream().map(Share::work).toList();
    }

    /** One for each state, in the order of the request. */
    List<DecisionResponse> responses(Inferred inferred) {
        DecisionResponse[] responses = new DecisionResponse[routed.size()];
        int share = 0;
        for (List<Integer> states : statesOf.values()) {
            for (int i = 0; i < states.size(); i++) {
                responses[states.get(i)] = new DecisionResponse(
                        shares.get(share).answers(i, inferred.logits().get(share)),
                        shares.get(share).usage(i),
                        routed.get(states.get(i)).routing());
            }
            share++;
        }
        return Arrays.asList(responses);
    }
}
