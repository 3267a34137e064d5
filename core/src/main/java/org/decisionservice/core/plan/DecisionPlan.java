// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.engine.spi.Logits;

/**
 * One round of a request that is routed and packed: which rows must be computed, and what follows from their logits.
 * Immutable but for what its packers remember, so it is used by one thread at a time.
 */
public final class DecisionPlan<C extends PlannedCheckpoint> {
    private static final Logits NO_ROWS = new Logits(List.of(), new float[0]);

    private final List<CheckpointRows<C>> open;
    /** Responses that earlier rounds completed, by the index of their state. */
    private final SortedMap<Integer, DecisionResponse> answered;

    DecisionPlan(List<CheckpointRows<C>> open) {
        this(open, new TreeMap<>());
    }

    private DecisionPlan(List<CheckpointRows<C>> open, SortedMap<Integer, DecisionResponse> answered) {
        this.open = List.copyOf(open);
        this.answered = answered;
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
                .plan(request.states(), destinations, request.batchSize());
    }

    /** What has to be computed; empty if the request asks nothing, which needs no weights in memory. */
    public List<CheckpointRows<C>> rows() {
        return open.stream().filter(rows -> !rows.batches().isEmpty()).toList();
    }

    /**
     * What follows.
     *
     * @param logits those of each of {@link #rows()}, with its rows in their order
     * @throws org.decisionservice.api.RefusedException if the options of a later round do not fit into a row
     */
    public PlanResult<C> next(List<Logits> logits) {
        SortedMap<Integer, DecisionResponse> responses = new TreeMap<>(answered);
        List<CheckpointRows<C>> next = new ArrayList<>();
        int computed = 0;
        for (CheckpointRows<C> rows : open) {
            Logits own = rows.batches().isEmpty() ? NO_ROWS : logits.get(computed++);
            rows.next(own, responses).ifPresent(next::add);
        }
        return next.isEmpty()
                ? new PlanResult.Answered<>(List.copyOf(responses.values()))
                : new PlanResult.MoreRows<>(new DecisionPlan<>(next, responses));
    }
}
