// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.packing.WindowAllowance;
import org.decisionservice.core.rounds.Round;
import org.decisionservice.core.text.Prompt;
import org.decisionservice.core.text.Quote;
import org.decisionservice.engine.spi.Logits;

/**
 * The same questions about any number of states: they are tokenized once for each checkpoint. A request needs one plan;
 * a table needs one for every row of it. For one thread.
 */
public final class QuestionPlan<C extends PlannedCheckpoint> {
    private final SequencedMap<String, Question> questions;
    private final Controls controls;
    private final PackingOptions options;
    private final Map<C, Round> firstRounds = new HashMap<>();

    public QuestionPlan(SequencedMap<String, Question> questions, Controls controls, PackingOptions options) {
        this.questions = questions;
        this.controls = controls;
        this.options = options;
    }

    /**
     * Bytes of the heap that the request takes from its packing until its answer is written, at most. Nothing is
     * packed.
     *
     * @param destinations one for each state
     * @throws org.decisionservice.api.RefusedException if rows are to be longer than a checkpoint has positions
     */
    public long heapNeeded(List<State> states, List<Destination<C>> destinations) {
        HeapNeed need = new HeapNeed(questions, controls, options);
        Map<C, RowPacker> packers = new HashMap<>();
        for (int index = 0; index < states.size(); index++) {
            C checkpoint = destinations.get(index).checkpoint();
            RowPacker packer = packers.computeIfAbsent(
                    checkpoint, each -> options.packer(each.checkpoint(), controls, Optional.empty()));
            int copies = controls.explain() ? 1 + Occlusion.MOST_SPANS : 1;
            for (int copy = 0; copy < copies; copy++) {
                need.add(states.get(index), packer, stateVectorNumbers(checkpoint));
            }
        }
        return need.bytes();
    }

    private long stateVectorNumbers(C checkpoint) {
        return stateVectors(checkpoint.calibration()) == StateVectors.UNUSED
                ? 0
                : (long) Logits.STATE_VECTORS
                        * checkpoint.checkpoint().source().config().encoder().hidden();
    }

    /**
     * Packs states for their first round.
     *
     * @param destinations one for each state
     * @throws org.decisionservice.api.RefusedException if a question does not fit into a row, naming it
     */
    public DecisionPlan<C> plan(List<State> states, List<Destination<C>> destinations) {
        // One for the whole request, however many checkpoints answer it.
        Optional<WindowAllowance> windows = options.allowance(controls);
        SequencedMap<C, List<OpenState>> statesOf = new LinkedHashMap<>();
        Map<C, Calibration> calibrations = new HashMap<>();
        for (int index = 0; index < states.size(); index++) {
            Destination<C> destination = destinations.get(index);
            C checkpoint = destination.checkpoint();
            // Read once: another one may come into force between two states.
            Calibration calibration = calibrations.computeIfAbsent(checkpoint, this::calibration);
            Round first = firstRound(checkpoint, calibration, windows);
            OpenState open = OpenState.first(index, states.get(index), destination, calibration, controls, first);
            if (controls.coverage().isPresent()) {
                requireHeldOut(open.calibration());
            }
            statesOf.computeIfAbsent(checkpoint, _ -> new ArrayList<>()).add(open);
        }
        List<CheckpointRows<C>> rows = new ArrayList<>(statesOf.size());
        statesOf.forEach((checkpoint, open) -> rows.add(new CheckpointRows<>(
                checkpoint, questions, controls, stateVectors(open.getFirst().calibration()), open)));
        if (windows.isPresent() || options.approach().hasRounds()) {
            // The next states have windows of their own, and what was remembered was these states' texts.
            firstRounds.clear();
        }
        return new DecisionPlan<>(rows);
    }

    /**
     * A state, and the same without each of its parts in turn.
     *
     * @throws org.decisionservice.api.RefusedException if a question does not fit into a row, or there are too many
     *     rows
     */
    public Occlusion occlusion(State state, Destination<C> destination) {
        PackedState packed = plan(List.of(state), List.of(destination)).packed();
        Prompt prompt = destination.checkpoint().checkpoint().family().prompt();
        return Occlusion.of(state, packed, prompt.keepsEnd(state));
    }

    /** Packs what {@link #occlusion} returned. */
    public DecisionPlan<C> plan(Occlusion occlusion, Destination<C> destination) {
        List<State> states = occlusion.states();
        return plan(states, Collections.nCopies(states.size(), destination));
    }

    /** Only rows that answers were not fitted to tell what an answer excludes; whoever insists on it is told. */
    private void requireHeldOut(Calibration calibration) {
        questions.forEach((id, question) -> {
            if (calibration
                    .heldOut(question)
                    .or(() -> calibration.narrowed().heldOut(question))
                    .isEmpty()) {
                throw new RefusedException(
                        Refusal.Kind.INVALID,
                        List.of("questions", id),
                        "question " + Quote.of(id)
                                + ": the service knows no labelled rows of it, and so not which of its options cannot"
                                + " be excluded; leave out 'coverage', or have './serve learn LABELS --out FILE' or"
                                + " './serve calibrate LABELS --coverage --out FILE' run and FILE served by"
                                + " SERVICE_FITTED");
            }
        });
    }

    /** Whatever the language of a state, the same questions of its checkpoint were learned. */
    private StateVectors stateVectors(Calibration calibration) {
        if (options.returnsStateVectors()) {
            return StateVectors.RETURNED;
        }
        return questions.values().stream()
                        .anyMatch(
                                question -> calibration.learnedAnyhow(question).isPresent())
                ? StateVectors.DECODED
                : StateVectors.UNUSED;
    }

    /** The calibration in force, without what labels taught if the client asks the checkpoint alone. */
    private Calibration calibration(C checkpoint) {
        if (options.returnsStateVectors()) {
            return Calibration.of(checkpoint.checkpoint().temperatures());
        }
        Calibration inForce = checkpoint.calibration();
        return controls.learned().orElse(true) ? inForce : inForce.with(Optional.empty());
    }

    private Round firstRound(C checkpoint, Calibration calibration, Optional<WindowAllowance> windows) {
        return firstRounds.computeIfAbsent(checkpoint, _ -> {
            // What labels teach of a state is what the encoder makes of it beside that one question.
            RowPacker packer = options.packer(checkpoint.checkpoint(), controls, windows)
                    .asking(question -> options.returnsStateVectors()
                            || calibration.learnedAnyhow(question).isPresent());
            return Round.of(options.approach().begin(questions, packer), packer);
        });
    }
}
