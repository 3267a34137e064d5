// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Function;
import org.decisionservice.api.Question;
import org.decisionservice.api.RequestPlan.PlannedQuestion;
import org.decisionservice.api.RequestPlan.Text;
import org.decisionservice.api.State;
import org.decisionservice.core.decoding.QuestionLogits;
import org.decisionservice.core.packing.KeptTokens;
import org.decisionservice.core.packing.PackedQuestions;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.QuestionRows;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.packing.RowQuestion;
import org.decisionservice.core.rounds.QuestionProgress.AnsweredQuestion;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;
import org.decisionservice.engine.spi.Logits;

/** The rows that one round asks about a state. The first round is the same for all states. Immutable. */
public final class Round {
    private final SequencedMap<String, QuestionProgress> questions;
    private final PackedQuestions packed;
    private final RowPacker packer;

    private Round(SequencedMap<String, QuestionProgress> questions, PackedQuestions packed, RowPacker packer) {
        this.questions = questions;
        this.packed = packed;
        this.packer = packer;
    }

    /**
     * Packs what the unanswered ones of {@code questions} ask.
     *
     * @param questions by id; not copied
     * @throws org.decisionservice.api.RefusedException as {@link RowPacker#pack(List)} does
     */
    public static Round of(SequencedMap<String, QuestionProgress> questions, RowPacker packer) {
        List<RowQuestion> rowQuestions = new ArrayList<>(questions.size());
        for (QuestionProgress question : questions.values()) {
            if (question instanceof UnansweredQuestion unanswered) {
                rowQuestions.addAll(unanswered.rowQuestions());
            }
        }
        return new Round(questions, packer.pack(rowQuestions), packer);
    }

    /** The round after this one, which asks what {@code progress} has left; throws as {@link #of}. */
    public Round then(SequencedMap<String, QuestionProgress> progress) {
        return of(progress, packer);
    }

    /** Whether any number of threads may {@link #pack} at a time. */
    public boolean packsSideBySide() {
        return packed.packsSideBySide();
    }

    /** The rows of the round about {@code state}. */
    public PackedState pack(State state) {
        return packed.pack(state);
    }

    /**
     * The questions as the rows about a state show them, by id, before the rows are computed.
     *
     * @param asked the questions as the client asked them
     * @param state what {@link #pack} returned
     * @param texts the instructions and then the options of a question, not cut
     */
    public SequencedMap<String, PlannedQuestion> planned(
            SequencedMap<String, Question> asked, PackedState state, Function<Question, List<Text>> texts) {
        Map<String, List<KeptTokens>> kept = packed.kept().stream()
                .collect(groupingBy(each -> each.question().id()));
        Map<String, List<QuestionRows>> rows = state.questions().stream().collect(groupingBy(QuestionRows::id));
        SequencedMap<String, PlannedQuestion> planned = LinkedHashMap.newLinkedHashMap(questions.size());
        questions.forEach((id, progress) -> {
            Question question = Objects.requireNonNull(asked.get(id));
            planned.put(
                    id,
                    PlannedRound.of(
                            question,
                            progress,
                            kept.getOrDefault(id, List.of()),
                            rows.getOrDefault(id, List.of()),
                            state,
                            texts.apply(question)));
        });
        return planned;
    }

    /**
     * The progress of the questions after the round, by id.
     *
     * @param state what {@link #pack} returned
     * @param rows the logits of its rows
     */
    public SequencedMap<String, QuestionProgress> next(PackedState state, Logits rows) {
        Map<String, List<QuestionLogits>> logits = HashMap.newHashMap(questions.size());
        for (QuestionRows own : state.questions()) {
            logits.computeIfAbsent(own.id(), _ -> new ArrayList<>())
                    .add(new QuestionLogits(own.of(rows), own.windows()));
        }
        SequencedMap<String, QuestionProgress> next = LinkedHashMap.newLinkedHashMap(questions.size());
        questions.forEach((id, question) -> next.put(
                id,
                switch (question) {
                    case UnansweredQuestion unanswered -> unanswered.next(logits.getOrDefault(id, List.of()));
                    case AnsweredQuestion answered -> answered;
                }));
        return next;
    }
}
