// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.BooleanSupplier;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.RowBatcher;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.packing.RowRange;
import org.decisionservice.core.packing.WindowAllowance;
import org.decisionservice.core.packing.Windowing;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.rounds.Course;
import org.decisionservice.core.rounds.Round;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.RowBatch;

/** Takes states to answers: routes, packs, passes and decodes, as the service does. For one task. */
final class Scorer {
    private static final System.Logger LOG = System.getLogger(Scorer.class.getName());

    /** The service's default of SERVICE_MAX_BATCH_TOKENS: a state that is larger is split between its rows. */
    private static final int LARGEST_PASS = 131_072;

    private static final double NANOS_PER_MILLI = 1e6;

    private final Asked asked;
    private final Models models;
    private final int sharedTokens;
    private final Progress progress;
    private final BooleanSupplier abandoned;
    private final Map<Model, Round> rounds = new LinkedHashMap<>();

    /** A state that is packed; {@code index} is that of its row in the group. */
    private record Packed(int index, Destination destination, Round round, PackedState state) {
        Model model() {
            return destination.model();
        }

        int longestRow() {
            return state.rows().stream().mapToInt(PackedRow::length).max().orElse(0);
        }
    }

    /** {@code abandoned} says whether Spark has given the task up. */
    Scorer(Asked asked, Models models, int sharedTokens, Progress progress, BooleanSupplier abandoned) {
        this.asked = asked;
        this.models = models;
        this.sharedTokens = sharedTokens;
        this.progress = progress;
        this.abandoned = abandoned;
    }

    /** Replaces every {@link Outcome.Waiting} in {@code group} by its outcome. */
    void score(List<Outcome> group) {
        List<Packed> states = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            if (group.get(i) instanceof Outcome.Waiting waiting) {
                try {
                    states.add(pack(i, waiting));
                } catch (RefusedException e) {
                    group.set(i, new Outcome.Refused(e.refusal().detail()));
                }
            }
        }
        if (sharedTokens > 0) {
            Map<Model, List<Packed>> byModel = new LinkedHashMap<>();
            states.stream()
                    .sorted(Comparator.comparingInt(Packed::longestRow).reversed())
                    .forEach(state -> byModel.computeIfAbsent(state.model(), _ -> new ArrayList<>())
                            .add(state));
            byModel.values().forEach(share -> together(share, group));
        } else {
            states.forEach(state -> alone(state, group));
        }
        progress.rows().add(group.size());
        progress.refused()
                .add(group.stream().filter(Outcome.Refused.class::isInstance).count());
    }

    private Packed pack(int index, Outcome.Waiting waiting) {
        Destination destination =
                models.destination(waiting.state(), asked.questions().keySet(), asked.controls());
        Model model = destination.model();
        // Every row has windows of its own, as every request has.
        Optional<WindowAllowance> windows = Windowing.DEFAULT.allowance(asked.controls());
        Round round = rounds.get(model);
        if (round == null || windows.isPresent()) {
            RowPacker packer = RowPacker.of(model.checkpoint(), asked.controls(), false, windows);
            round = Round.of(Approach.PLAIN.begin(asked.questions(), packer), packer);
            rounds.put(model, round);
        }
        return new Packed(index, destination, round, round.pack(waiting.state()));
    }

    private void together(List<Packed> states, List<Outcome> group) {
        try {
            compute(states, sharedTokens, group);
        } catch (EngineException e) {
            if (e.kind() != EngineException.Kind.FAILED || states.size() == 1) {
                throw e;
            }
            LOG.log(WARNING, "a pass for {0} rows failed, each gets its own: {1}", states.size(), e.getMessage());
            states.forEach(state -> alone(state, group));
        }
    }

    private void alone(Packed state, List<Outcome> group) {
        try {
            compute(List.of(state), LARGEST_PASS, group);
        } catch (EngineException e) {
            if (e.kind() != EngineException.Kind.FAILED) {
                // The device or the checkpoint is at fault; another attempt of the task may do better.
                throw e;
            }
            LOG.log(WARNING, "inference failed", e);
            group.set(state.index(), new Outcome.Refused("inference failed"));
        }
    }

    /** Computes states of one model and decodes them. */
    private void compute(List<Packed> states, int tokens, List<Outcome> group) {
        RowBatcher batcher = new RowBatcher(tokens, OptionalInt.empty());
        List<RowRange> ranges =
                states.stream().map(state -> batcher.add(state.state())).toList();
        List<Logits> passes = new ArrayList<>();
        for (List<PackedRow> rows : batcher.batches()) {
            RowBatch batch = PackedRow.batch(rows);
            long started = System.nanoTime();
            passes.add(states.getFirst().model().forward(batch, abandoned));
            progress.passMillis().add(Math.round((System.nanoTime() - started) / NANOS_PER_MILLI));
            progress.passes().add(1);
            progress.tokens().add(batch.tokenCount());
        }
        if (passes.isEmpty()) {
            states.forEach(state -> group.set(state.index(), answered(state, new LinkedHashMap<>())));
            return;
        }
        Logits logits = Logits.joined(passes);
        for (int i = 0; i < states.size(); i++) {
            Packed state = states.get(i);
            group.set(
                    state.index(), answered(state, answers(state, ranges.get(i).of(logits))));
        }
    }

    private static Outcome answered(Packed state, SequencedMap<String, Answer> answers) {
        return new Outcome.Answered(new DecisionResponse(
                answers, state.state().usage(), state.destination().routing()));
    }

    private SequencedMap<String, Answer> answers(Packed state, Logits logits) {
        Controls controls = asked.controls();
        Calibration own = state.model().calibration();
        Calibration calibration =
                state.destination().language(controls).map(own::in).orElse(own);
        SequencedMap<String, Answer> answers = new LinkedHashMap<>();
        state.round()
                .after(state.state().questions(), logits)
                .forEach((id, course) -> answers.put(
                        id,
                        switch (course) {
                            case Course.Settled settled -> settled.answer(calibration, controls.minConfidence());
                            case Course.Open _ ->
                                throw new IllegalStateException("a question that is asked as it is has one round");
                        }));
        return answers;
    }
}
