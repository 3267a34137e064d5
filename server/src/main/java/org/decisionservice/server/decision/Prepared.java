// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.core.packing.WindowAllowance;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.worker.Inferred;
import org.decisionservice.server.worker.Work;

/** A request that is routed and packed: what must be computed for it, and how the result becomes its answer. */
final class Prepared {
    private final List<Share> shares = new ArrayList<>();

    /** Packs {@code request}, whose states are {@code routed}. */
    Prepared(DecisionRequest request, List<RoutedState> routed, Packing packing) {
        SequencedMap<ServedCheckpoint, List<RoutedState>> statesOf = new LinkedHashMap<>();
        for (RoutedState state : routed) {
            statesOf.computeIfAbsent(state.destination().checkpoint(), _ -> new ArrayList<>())
                    .add(state);
        }
        // One for the whole request, however many checkpoints answer it.
        Optional<WindowAllowance> windows = packing.windowing().allowance(request.controls());
        statesOf.forEach((checkpoint, states) -> shares.add(new Share(checkpoint, request, states, packing, windows)));
    }

    /** What the worker has to compute; empty if the request asks nothing, which needs no weights in memory. */
    List<Work> work() {
        return shares.stream()
                .map(Share::work)
                .filter(work -> !work.batches().isEmpty())
                .toList();
    }

    /** Returns one response for each state, in the order of the request. */
    List<DecisionResponse> responses(Inferred inferred) {
        SortedMap<Integer, DecisionResponse> byState = new TreeMap<>();
        shares.forEach(share -> byState.putAll(share.responses(inferred.of(share.work()))));
        return List.copyOf(byState.values());
    }
}
