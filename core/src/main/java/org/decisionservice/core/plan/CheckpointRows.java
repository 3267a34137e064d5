// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Question;
import org.decisionservice.api.RequestPlan;
import org.decisionservice.api.Usage;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.QuestionLogits;
import org.decisionservice.core.packing.DistinctRows;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.QuestionRows;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.rounds.QuestionProgress;
import org.decisionservice.core.rounds.QuestionProgress.AnsweredQuestion;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.RowBatch;

/** The rows of one round that one checkpoint computes. */
public final class CheckpointRows<C extends PlannedCheckpoint> {
    /** Of states that are packed side by side: tokenizers take up to 600 bytes for each meanwhile. */
    private static final int MOST_CHARACTERS = 1 << 17;

    private final C checkpoint;
    private final SequencedMap<String, Question> questions;
    private final Controls controls;
    private final StateVectors stateVectors;
    private final List<OpenState> states;
    /** The rows of each of these states; all rows are in this order. */
    private final List<PackedState> packed;

    private final DistinctRows distinct;
    private final List<List<PackedRow>> batches;

    CheckpointRows(
            C checkpoint,
            SequencedMap<String, Question> questions,
            Controls controls,
            StateVectors stateVectors,
            List<OpenState> states) {
        this.checkpoint = checkpoint;
        this.questions = questions;
        this.controls = controls;
        this.stateVectors = stateVectors;
        this.states = List.copyOf(states);
        this.packed = packed(states);
        this.distinct = new DistinctRows(packed.stream().map(PackedState::rows).toList());
        this.batches = batches(distinct.states(), controls.batchSize().orElse(Integer.MAX_VALUE));
    }

    /** Side by side where that is safe: a GPU computes a batch in the time that one thread takes to pack it. */
    private static List<PackedState> packed(List<OpenState> states) {
        long characters =
                states.stream().mapToLong(each -> each.state().text().length()).sum();
        boolean sideBySide = characters <= MOST_CHARACTERS
                && states.stream().allMatch(each -> each.round().packsSideBySide());
        Stream<OpenState> all = sideBySide ? states.parallelStream() : states.stream();
        return all.map(each -> each.round().pack(each.state())).toList();
    }

    /** Only states that have rows count: the others' are computed with those that they are equal to. */
    private static List<List<PackedRow>> batches(List<List<PackedRow>> states, int most) {
        List<List<PackedRow>> batches = new ArrayList<>();
        int inLast = most;
        for (List<PackedRow> rows : states) {
            if (rows.isEmpty()) {
                continue;
            }
            if (inLast == most) {
                batches.add(new ArrayList<>());
                inLast = 0;
            }
            batches.getLast().addAll(rows);
            inLast++;
        }
        return batches.stream().map(List::copyOf).toList();
    }

    /** The first of these states, as its rows show it. */
    PackedState first() {
        return packed.getFirst();
    }

    /** The checkpoint that computes them. */
    public C checkpoint() {
        return checkpoint;
    }

    /**
     * The rows, each once, as they may be together in passes: those of as many states as the client's {@code
     * batch_size}, or all. None if nothing is asked. What computes them splits them further.
     */
    public List<List<PackedRow>> batches() {
        return batches;
    }

    /** Rows of a pass as an engine takes them. */
    public RowBatch batch(List<PackedRow> rows) {
        RowBatch batch = PackedRow.batch(rows);
        return stateVectors() ? batch.withStateVectors() : batch;
    }

    /** Whether {@link Logits#stateVectors} are asked for. */
    public boolean stateVectors() {
        return stateVectors != StateVectors.UNUSED;
    }

    /** Whether rows of others may be in the same passes: not if the client bounds their number. */
    public boolean shareable() {
        return controls.batchSize().isEmpty();
    }

    /**
     * The plan of a request whose only state is the first of these, before anything is computed.
     *
     * @param passes that all rows take
     */
    RequestPlan planned(int passes) {
        OpenState state = states.getFirst();
        PackedState rows = packed.getFirst();
        return new RequestPlan(
                rows.usage(),
                state.routing(),
                state.round().planned(questions, rows, question -> RowPacker.texts(checkpoint.checkpoint(), question)),
                batches.stream().mapToInt(List::size).sum(),
                passes);
    }

    /**
     * Decodes the states that need no more rows, and packs the next round of the others.
     *
     * @param computed the logits of the rows of all batches, in their order
     * @param answered takes the responses, by the index of their state in the request
     * @return the rows of the next round; empty if all states are answered
     */
    Optional<CheckpointRows<C>> next(Logits computed, SortedMap<Integer, DecisionResponse> answered) {
        Logits logits = distinct.all(computed);
        List<OpenState> open = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < states.size(); i++) {
            OpenState state = states.get(i);
            PackedState rows = packed.get(i);
            Logits own = logits.slice(first, rows.rows().size());
            first += own.size();
            Usage usage = state.usage().map(before -> before.and(rows.usage())).orElse(rows.usage());
            SequencedMap<String, QuestionProgress> questions = state.round().next(rows, own);
            Map<String, float[]> vectors =
                    stateVectors == StateVectors.RETURNED && state.usage().isEmpty()
                            ? vectors(rows, own)
                            : state.vectors();
            Optional<SequencedMap<String, Answer>> answers = answers(questions, state.calibration());
            if (answers.isPresent()) {
                answered.put(state.index(), new DecisionResponse(answers.get(), usage, state.routing(), vectors));
            } else {
                open.add(state.next(usage, vectors, questions));
            }
        }
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of(new CheckpointRows<>(checkpoint, questions, controls, stateVectors, open));
    }

    /** The mean of all groups of a question that is narrowed down, or of its first window. */
    private static Map<String, float[]> vectors(PackedState state, Logits rows) {
        Map<String, List<float[]>> groups = new LinkedHashMap<>();
        for (QuestionRows own : state.questions()) {
            rows.stateVectors(own.first())
                    .ifPresent(found -> groups.computeIfAbsent(own.id(), _ -> new ArrayList<>())
                            .add(found));
        }
        Map<String, float[]> vectors = new LinkedHashMap<>();
        groups.forEach((id, found) -> vectors.put(id, QuestionLogits.mean(found)));
        return vectors;
    }

    /** The answers by question id; empty if a question has none yet. */
    private Optional<SequencedMap<String, Answer>> answers(
            SequencedMap<String, QuestionProgress> progress, Calibration calibration) {
        SequencedMap<String, Answer> answers = LinkedHashMap.newLinkedHashMap(progress.size());
        for (Map.Entry<String, QuestionProgress> question : progress.entrySet()) {
            switch (question.getValue()) {
                case UnansweredQuestion _ -> {
                    return Optional.empty();
                }
                case AnsweredQuestion answered ->
                    answers.put(
                            question.getKey(), answered.answer(calibration, threshold(question.getKey(), calibration)));
            }
        }
        return Optional.of(answers);
    }

    /** The request's own threshold, or else the one that the deployment has measured. */
    private OptionalDouble threshold(String id, Calibration calibration) {
        OptionalDouble asked = controls.minConfidence(id);
        return asked.isPresent() ? asked : calibration.threshold(Objects.requireNonNull(questions.get(id)));
    }
}
