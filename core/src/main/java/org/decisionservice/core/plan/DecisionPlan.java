// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.RequestPlan;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.engine.spi.Logits;

/**
 * A request that is routed and packed: which rows must be computed, and what follows from their logits. For one thread,
 * and for one answer, because it forgets each round's rows when the next is packed.
 */
public final class DecisionPlan<C extends PlannedCheckpoint> {
    private static final Logits NO_ROWS = new Logits(List.of(), new float[0]);

    /** The round that is next. */
    private List<CheckpointRows<C>> open;

    /** Responses that rounds completed, by the index of their state. */
    private final SortedMap<Integer, DecisionResponse> answered = new TreeMap<>();

    DecisionPlan(List<CheckpointRows<C>> open) {
        this.open = List.copyOf(open);
    }

    /**
     * Packs a request.
     *
     * @param destinations one for each of its states
     * @throws org.decisionservice.api.RefusedException if a question does not fit into a row, naming it
     */
    public static <C extends PlannedCheckpoint> DecisionPlan<C> of(
            DecisionRequest request, List<Destination<C>> destinations, PackingOptions options) {
        return new QuestionPlan<C>(request.questions(), request.controls(), options)
                .plan(request.states(), destinations);
    }

    /**
     * Has round after round computed until every question has its answer. A request that asks nothing has no round, and
     * needs no weights in memory.
     *
     * @param compute returns the logits of each of these, with its rows in their order
     * @return one response for each state, in the order of the request
     * @throws org.decisionservice.api.RefusedException if the options of a later round do not fit into a row
     */
    public List<DecisionResponse> answer(Function<List<CheckpointRows<C>>, List<Logits>> compute) {
        while (!open.isEmpty()) {
            List<CheckpointRows<C>> asked = rows();
            next((asked.isEmpty() ? List.<Logits>of() : compute.apply(asked)).iterator());
        }
        return List.copyOf(answered.values());
    }

    /**
     * The plan of a request with one state, as its answer would take it, before anything is computed.
     *
     * @param passes the number of passes that rows take
     */
    public RequestPlan planned(ToIntFunction<CheckpointRows<C>> passes) {
        CheckpointRows<C> only = open.getFirst();
        return only.planned(passes.applyAsInt(only));
    }

    /** The first state of the request, before anything is computed. */
    PackedState packed() {
        return open.getFirst().first();
    }

    /** The rows of the next round; empty if nothing is asked or everything is answered. */
    public List<CheckpointRows<C>> rows() {
        return open.stream().filter(rows -> !rows.batches().isEmpty()).toList();
    }

    private void next(Iterator<Logits> computed) {
        List<CheckpointRows<C>> next = new ArrayList<>();
        for (CheckpointRows<C> rows : open) {
            Logits own = rows.batches().isEmpty() ? NO_ROWS : computed.next();
            rows.next(own, answered).ifPresent(next::add);
        }
        open = next;
    }
}
