// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.packing.PlannedPasses;
import org.decisionservice.core.plan.CheckpointRows;
import org.decisionservice.core.plan.DecisionPlan;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.core.plan.QuestionPlan;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.RowBatch;

/**
 * Answers groups of rows: each by a plan of its own, as the service answers a request, or all by one plan, in which
 * states share passes. For one task.
 */
final class PlannedAnswers {
    private static final System.Logger LOG = System.getLogger(PlannedAnswers.class.getName());
    private static final double NANOS_PER_MILLI = 1e6;

    private final RequestTemplate asked;
    private final Models models;
    private final QuestionPlan<Model> plan;
    private final int sharedTokens;
    private final boolean shares;
    private final Progress progress;
    private final BooleanSupplier abandoned;

    /**
     * @param sharedTokens limit of a pass that several states share; 0 if none do
     * @param abandoned says whether Spark has given the task up
     */
    PlannedAnswers(
            RequestTemplate asked, Models models, int sharedTokens, Progress progress, BooleanSupplier abandoned) {
        this.asked = asked;
        this.models = models;
        this.plan = new QuestionPlan<>(asked.questions(), asked.controls(), asked.packing());
        this.sharedTokens = sharedTokens;
        // Every row has windows of its own, as every request has.
        this.shares =
                sharedTokens > 0 && asked.packing().allowance(asked.controls()).isEmpty();
        this.progress = progress;
        this.abandoned = abandoned;
    }

    /** A row of the group that is routed. */
    private record Routed(int row, State state, Destination<Model> destination) {}

    /** Replaces every {@link RowOutcome.Waiting} in {@code group} by its outcome. */
    void answer(List<RowOutcome> group) {
        List<Routed> routed = new ArrayList<>();
        for (int row = 0; row < group.size(); row++) {
            if (group.get(row) instanceof RowOutcome.Waiting(State state)) {
                try {
                    routed.add(new Routed(
                            row,
                            state,
                            models.destination(state, asked.questions().keySet(), asked.controls())));
                } catch (RefusedException e) {
                    group.set(row, new RowOutcome.Refused(e.refusal().detail()));
                }
            }
        }
        if (!shares || !answerTogether(routed, group)) {
            routed.forEach(each -> answerAlone(each, group));
        }
        progress.rows().add(group.size());
        progress.refused()
                .add(group.stream().filter(RowOutcome.Refused.class::isInstance).count());
    }

    /** Returns false if one is at fault: then each has to be answered alone. */
    private boolean answerTogether(List<Routed> routed, List<RowOutcome> group) {
        try {
            List<DecisionResponse> responses = responses(routed, sharedTokens);
            for (int i = 0; i < routed.size(); i++) {
                group.set(routed.get(i).row(), new RowOutcome.Answered(responses.get(i)));
            }
            return true;
        } catch (RefusedException _) {
            return false;
        } catch (EngineException e) {
            if (e.kind() != EngineException.Kind.FAILED) {
                throw e;
            }
            LOG.log(
                    WARNING,
                    "a pass for {0} rows failed, so each is computed on its own: {1}",
                    routed.size(),
                    e.getMessage());
            return false;
        }
    }

    private void answerAlone(Routed routed, List<RowOutcome> group) {
        try {
            group.set(
                    routed.row(),
                    new RowOutcome.Answered(
                            responses(List.of(routed), Integer.MAX_VALUE).getFirst()));
        } catch (RefusedException e) {
            group.set(routed.row(), new RowOutcome.Refused(e.refusal().detail()));
        } catch (EngineException e) {
            if (e.kind() != EngineException.Kind.FAILED) {
                // The device or the checkpoint is at fault; another attempt of the task may do better.
                throw e;
            }
            LOG.log(WARNING, "inference failed", e);
            group.set(routed.row(), new RowOutcome.Refused("inference failed"));
        }
    }

    /**
     * Plans, computes round by round, and decodes.
     *
     * @param mostTokens of a pass, up to what the model computes best
     */
    private List<DecisionResponse> responses(List<Routed> routed, int mostTokens) {
        DecisionPlan<Model> planned = plan.plan(
                routed.stream().map(Routed::state).toList(),
                routed.stream().map(Routed::destination).toList());
        return planned.answer(
                rows -> rows.stream().map(each -> logits(each, mostTokens)).toList());
    }

    private Logits logits(CheckpointRows<Model> rows, int mostTokens) {
        PlannedPasses planned =
                new PlannedPasses(rows.batches(), rows.checkpoint().planner().atMost(mostTokens));
        List<Logits> passes = new ArrayList<>();
        for (List<PackedRow> together : planned.passes()) {
            RowBatch pass = rows.batch(together);
            long started = System.nanoTime();
            passes.add(rows.checkpoint().forward(pass, abandoned));
            progress.passMillis().add(Math.round((System.nanoTime() - started) / NANOS_PER_MILLI));
            progress.passes().add(1);
            progress.tokens().add(pass.tokenCount());
        }
        return planned.inOrder(passes);
    }
}
