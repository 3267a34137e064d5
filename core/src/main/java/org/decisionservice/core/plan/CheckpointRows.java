// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SortedMap;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Usage;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.QuestionRows;
import org.decisionservice.core.packing.RowBatcher;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.rounds.QuestionProgress;
import org.decisionservice.core.rounds.QuestionProgress.AnsweredQuestion;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.RowBatch;

/** The rows of one round that one checkpoint computes. */
public final class CheckpointRows<C extends PlannedCheckpoint> {
    private final C checkpoint;
    private final RowPacker packer;
    private final int tokenBudget;
    private final OptionalInt statesPerPass;
    private final OptionalDouble minConfidence;
    private final StateMeans stateMeans;
    private final List<PackedOpenState<C>> states;
    private final List<List<PackedRow>> batches;

    /**
     * A state in a round.
     *
     * @param packed its rows
     * @param first index of its first row, among all rows
     * @param usage of all rounds so far, with this one
     */
    private record PackedOpenState<C extends PlannedCheckpoint>(
            OpenState<C> state, PackedState packed, int first, Usage usage) {}

    CheckpointRows(
            C checkpoint,
            RowPacker packer,
            int tokenBudget,
            OptionalInt statesPerPass,
            OptionalDouble minConfidence,
            StateMeans stateMeans,
            List<OpenState<C>> open) {
        this.checkpoint = checkpoint;
        this.packer = packer;
        this.tokenBudget = tokenBudget;
        this.statesPerPass = statesPerPass;
        this.minConfidence = minConfidence;
        this.stateMeans = stateMeans;
        RowBatcher batcher = new RowBatcher(tokenBudget, statesPerPass);
        List<PackedOpenState<C>> packed = new ArrayList<>(open.size());
        for (OpenState<C> each : open) {
            PackedState rows = each.round().pack(each.state());
            Usage usage = each.usage().map(before -> before.and(rows.usage())).orElse(rows.usage());
            packed.add(new PackedOpenState<>(each, rows, batcher.add(rows), usage));
        }
        this.states = List.copyOf(packed);
        this.batches = batcher.batches();
    }

    /** The checkpoint that computes them. */
    public C checkpoint() {
        return checkpoint;
    }

    /** The rows, as they may be together in passes; none if nothing is asked. */
    public List<List<PackedRow>> batches() {
        return batches;
    }

    /** Rows of one of these batches as an engine takes them. */
    public RowBatch batch(List<PackedRow> rows) {
        RowBatch batch = PackedRow.batch(rows);
        return stateMeans() ? batch.withStateMeans() : batch;
    }

    /** Whether {@link Logits#stateMeans} are asked for. */
    public boolean stateMeans() {
        return stateMeans != StateMeans.UNUSED;
    }

    /** Whether rows of others may be in the same passes: if a client sets their size, they have exactly that. */
    public boolean shareable() {
        return statesPerPass.isEmpty();
    }

    /**
     * Decodes the states that need no more rows, and packs the next round of the others.
     *
     * @param logits of all rows, in their order
     * @param answered takes the responses, by the index of their state in the request
     * @return the rows of the next round; empty if all states are answered
     */
    Optional<CheckpointRows<C>> next(Logits logits, SortedMap<Integer, DecisionResponse> answered) {
        List<OpenState<C>> open = new ArrayList<>();
        for (PackedOpenState<C> packed : states) {
            OpenState<C> state = packed.state();
            PackedState rows = packed.packed();
            Logits own = logits.slice(packed.first(), rows.rows().size());
            SequencedMap<String, QuestionProgress> questions = state.round().next(rows, own);
            Optional<SequencedMap<String, Answer>> answers = answers(questions, state.calibration());
            if (answers.isPresent()) {
                answered.put(
                        state.index(),
                        new DecisionResponse(
                                answers.get(),
                                packed.usage(),
                                state.destination().routing(),
                                stateMeans == StateMeans.RETURNED ? means(rows, own) : Map.of()));
            } else {
                open.add(state.next(packed.usage(), questions, packer));
            }
        }
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of(new CheckpointRows<>(
                        checkpoint, packer, tokenBudget, statesPerPass, minConfidence, stateMeans, open));
    }

    private static Map<String, float[]> means(PackedState state, Logits rows) {
        Map<String, float[]> means = new LinkedHashMap<>();
        for (QuestionRows own : state.questions()) {
            rows.stateMeans(own.first()).ifPresent(found -> means.putIfAbsent(own.id(), found));
        }
        return means;
    }

    /** The answers by question id; empty if a question has none yet. */
    private Optional<SequencedMap<String, Answer>> answers(
            SequencedMap<String, QuestionProgress> questions, Calibration calibration) {
        SequencedMap<String, Answer> answers = LinkedHashMap.newLinkedHashMap(questions.size());
        for (Map.Entry<String, QuestionProgress> question : questions.entrySet()) {
            switch (question.getValue()) {
                case UnansweredQuestion _ -> {
                    return Optional.empty();
                }
                case AnsweredQuestion answered ->
                    answers.put(question.getKey(), answered.answer(calibration, minConfidence));
            }
        }
        return Optional.of(answers);
    }
}
