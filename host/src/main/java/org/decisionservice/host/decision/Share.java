// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Usage;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.QuestionRows;
import org.decisionservice.core.packing.RowBatcher;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.packing.RowRange;
import org.decisionservice.core.packing.WindowAllowance;
import org.decisionservice.core.rounds.Course;
import org.decisionservice.core.rounds.Round;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.worker.Work;

/** One round of the states of a request that one checkpoint answers, packed. */
final class Share {
    private final Terms terms;
    private final List<StateRows> states;
    private final Work work;

    /**
     * What holds for all rounds.
     *
     * @param version of the checkpoint that the share is packed, computed and decoded with
     * @param tokenBudget maximum number of tokens of a pass
     * @param statesPerPass the client's choice
     */
    private record Terms(
            CheckpointVersion version,
            RowPacker packer,
            int tokenBudget,
            OptionalInt statesPerPass,
            OptionalDouble minConfidence) {}

    /**
     * A state before a round.
     *
     * @param calibration in force when the first round was packed; a new one holds for requests that come later
     * @param usage of the rounds before; empty before the first
     */
    private record Contestant(RoutedState state, Calibration calibration, Optional<Usage> usage, Round round) {}

    /**
     * A state in a round.
     *
     * @param usage of all rounds so far, with this one
     * @param questions which of its rows belong to which question
     * @param rows the position of its rows in the share
     */
    private record StateRows(
            RoutedState state,
            Calibration calibration,
            Usage usage,
            Round round,
            List<QuestionRows> questions,
            RowRange rows) {}

    /**
     * What follows from the logits of a round.
     *
     * @param answered responses by the index of their state in the request
     * @param open the states that need another round, if there are any
     */
    record After(Map<Integer, DecisionResponse> answered, Optional<Share> open) {}

    private Share(Terms terms, List<Contestant> contestants) {
        this.terms = terms;
        RowBatcher batcher = new RowBatcher(terms.tokenBudget(), terms.statesPerPass());
        List<StateRows> packed = new ArrayList<>(contestants.size());
        for (Contestant each : contestants) {
            PackedState rows = each.round().pack(each.state().state());
            Usage usage = each.usage().map(before -> before.and(rows.usage())).orElse(rows.usage());
            packed.add(new StateRows(
                    each.state(), each.calibration(), usage, each.round(), rows.questions(), batcher.add(rows)));
        }
        this.states = List.copyOf(packed);
        // If a client sets the number of states per pass, its passes have exactly that many.
        boolean shareable = terms.statesPerPass().isEmpty();
        this.work = new Work(terms.version(), batcher.batches(), shareable);
    }

    /**
     * Packs the first round of the {@code routed} states of {@code request}.
     *
     * @param version held until the share is answered
     * @param routed at least one
     * @param packing how they are packed
     * @param windows what the request may still have; empty cuts states that are too long for a row
     */
    static Share of(
            CheckpointVersion version,
            DecisionRequest request,
            List<RoutedState> routed,
            Packing packing,
            Optional<WindowAllowance> windows) {
        RowPacker packer = packing.packer(version.checkpoint(), request.controls(), windows);
        Terms terms = new Terms(
                version,
                packer,
                packing.tokenBudget(),
                request.batchSize(),
                request.controls().minConfidence());
        Round first = Round.of(packing.approach().begin(request.questions(), packer), packer);
        Calibration calibration = version.calibration();
        List<Contestant> contestants = new ArrayList<>(routed.size());
        for (RoutedState state : routed) {
            Calibration own =
                    state.language(request.controls()).map(calibration::in).orElse(calibration);
            contestants.add(new Contestant(state, own, Optional.empty(), first));
        }
        return new Share(terms, contestants);
    }

    Work work() {
        return work;
    }

    /**
     * Decodes the states that need no more rows, and packs the next round of the others.
     *
     * @param logits of the rows of {@link #work()}
     */
    After after(Logits logits) {
        Map<Integer, DecisionResponse> answered = new HashMap<>();
        List<Contestant> open = new ArrayList<>();
        for (StateRows state : states) {
            SequencedMap<String, Course> courses =
                    state.round().after(state.questions(), state.rows().of(logits));
            Optional<SequencedMap<String, Answer>> answers = answers(courses, state.calibration());
            if (answers.isPresent()) {
                RoutedState routed = state.state();
                answered.put(
                        routed.index(),
                        new DecisionResponse(
                                answers.get(),
                                state.usage(),
                                routed.destination().routing()));
            } else {
                open.add(new Contestant(
                        state.state(),
                        state.calibration(),
                        Optional.of(state.usage()),
                        Round.of(courses, terms.packer())));
            }
        }
        return new After(answered, open.isEmpty() ? Optional.empty() : Optional.of(new Share(terms, open)));
    }

    /** The answers by question id; empty if a course is still open. */
    private Optional<SequencedMap<String, Answer>> answers(
            SequencedMap<String, Course> courses, Calibration calibration) {
        SequencedMap<String, Answer> answers = LinkedHashMap.newLinkedHashMap(courses.size());
        for (Map.Entry<String, Course> course : courses.entrySet()) {
            switch (course.getValue()) {
                case Course.Open _ -> {
                    return Optional.empty();
                }
                case Course.Settled settled ->
                    answers.put(course.getKey(), settled.answer(calibration, terms.minConfidence()));
            }
        }
        return Optional.of(answers);
    }
}
