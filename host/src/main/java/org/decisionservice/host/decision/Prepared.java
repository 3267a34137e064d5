// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

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
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.worker.Inferred;
import org.decisionservice.host.worker.Work;

/**
 * One round of a request that is routed and packed: what must be computed, and what follows from the result. Immutable
 * but for what its shares remember, so it is used by one thread at a time.
 */
final class Prepared {
    private final List<Share> shares;
    /** Responses that earlier rounds completed, by the index of their state. */
    private final SortedMap<Integer, DecisionResponse> answered;

    private Prepared(List<Share> shares, SortedMap<Integer, DecisionResponse> answered) {
        this.shares = List.copyOf(shares);
        this.answered = answered;
    }

    /** Packs the first round of {@code request}, whose states are {@code routed}, with {@code versions} of checkpoints. */
    static Prepared of(DecisionRequest request, List<RoutedState> routed, Packing packing, Versions versions) {
        SequencedMap<ServedCheckpoint, List<RoutedState>> statesOf = new LinkedHashMap<>();
        for (RoutedState state : routed) {
            statesOf.computeIfAbsent(state.destination().checkpoint(), _ -> new ArrayList<>())
                    .add(state);
        }
        // One for the whole request, however many checkpoints answer it.
        Optional<WindowAllowance> windows = packing.windowing().allowance(request.controls());
        List<Share> shares = new ArrayList<>(statesOf.size());
        statesOf.forEach((checkpoint, states) ->
                shares.add(Share.of(versions.of(checkpoint), request, states, packing, windows)));
        return new Prepared(shares, new TreeMap<>());
    }

    /** What the worker has to compute; empty if the request asks nothing, which needs no weights in memory. */
    List<Work> work() {
        return shares.stream()
                .map(Share::work)
                .filter(work -> !work.batches().isEmpty())
                .toList();
    }

    /**
     * What follows from the result of {@link #work()}.
     *
     * @throws org.decisionservice.api.RefusedException if the options of a later round do not fit into a row
     */
    Step after(Inferred inferred) {
        SortedMap<Integer, DecisionResponse> responses = new TreeMap<>(answered);
        List<Share> open = new ArrayList<>();
        for (Share share : shares) {
            Share.After after = share.after(inferred.of(share.work()));
            responses.putAll(after.answered());
            after.open().ifPresent(open::add);
        }
        return open.isEmpty()
                ? new Step.Answered(List.copyOf(responses.values()))
                : new Step.MoreWork(new Prepared(open, responses));
    }
}
