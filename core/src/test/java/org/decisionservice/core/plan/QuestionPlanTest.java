// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.OptionSet;
import org.decisionservice.api.Question;
import org.decisionservice.api.QuestionType;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.Routing;
import org.decisionservice.api.State;
import org.decisionservice.api.Teaching;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.core.learning.Features;
import org.decisionservice.core.learning.HeldOut;
import org.decisionservice.core.learning.Learned;
import org.decisionservice.core.learning.LearnedQuestion;
import org.decisionservice.core.learning.LearnedStates;
import org.decisionservice.core.learning.TaughtQuestion;
import org.decisionservice.core.routing.Route;
import org.decisionservice.core.text.OptionTexts;
import org.decisionservice.engine.spi.Logits;
import org.junit.jupiter.api.Test;

class QuestionPlanTest {
    private static final Temperatures ONE = Temperatures.of(List.of(1.0, 1.0, 1.0), Map.of());
    private static final Question ANGRY = new Question.Noul(
            "The customer is angry.",
            new Question.Side("false", Optional.empty()),
            new Question.Side("true", Optional.empty()),
            Optional.empty());

    private final Checkpoint tiny = Golden.checkpoint(Golden.tiny("english"));

    /** A checkpoint whose calibration is replaced each time that somebody has looked at it, until the last one. */
    private record Served(Checkpoint checkpoint, Deque<Calibration> calibrations) implements PlannedCheckpoint {
        @Override
        public Calibration calibration() {
            return calibrations.size() > 1 ? calibrations.pop() : calibrations.element();
        }

        @Override
        public Routing routing(Route route) {
            throw new UnsupportedOperationException("nothing is routed here");
        }
    }

    private static Calibration learned(double... heldOut) {
        float[][] weights = {new float[6], new float[6]};
        weights[1][0] = 3;
        LearnedQuestion answers = new LearnedQuestion(
                1, weights, new float[] {0, 1}, new Features(new float[4], new float[2]), new int[] {1, 1});
        TaughtQuestion taught = new TaughtQuestion(
                OptionTexts.render(ANGRY), answers, HeldOut.of(heldOut), LearnedStates.UNKNOWN, Optional.empty());
        return Calibration.of(ONE)
                .with(Optional.of(new Learned(
                        ONE,
                        Map.of(Wording.inAnyOrder(ANGRY), taught),
                        Map.of(),
                        Map.of(),
                        Set.of(Wording.ofInstructions(QuestionType.NOUL, ANGRY.instructions())))));
    }

    private List<DecisionResponse> answers(OptionalDouble coverage, Calibration... calibrations) {
        Served served = new Served(tiny, new ArrayDeque<>(List.of(calibrations)));
        SequencedMap<String, Question> questions = new LinkedHashMap<>(Map.of("angry", ANGRY));
        Controls controls = new Controls(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                coverage,
                OptionalInt.empty(),
                Map.of(),
                false);
        Destination<Served> destination = new Destination<>(served, Optional.empty());
        DecisionPlan<Served> plan = new QuestionPlan<Served>(questions, controls, PackingOptions.DEFAULTS)
                .plan(List.of(new State.Text("x"), new State.Text("y")), List.of(destination, destination));
        return plan.answer(rounds -> rounds.stream()
                .map(rows -> new Logits(
                        List.of(new float[] {0, 0}, new float[] {0, 0}),
                        new float[2],
                        rows.stateVectors() ? List.of(new float[] {1, 0, 0, 0}, new float[] {1, 0, 0, 0}) : List.of()))
                .toList());
    }

    private static List<Double> yes(List<DecisionResponse> responses) {
        return responses.stream()
                .map(response ->
                        ((Answer.Noul) response.answers().sequencedValues().getFirst()).yes())
                .toList();
    }

    /** The second state would want means of the encoder that the pass, planned for the first, does not bring. */
    @Test
    void whatIsLearnedBetweenTwoStatesHoldsForTheNextRequest() {
        assertThat(yes(answers(OptionalDouble.empty(), Calibration.of(ONE), learned())))
                .containsExactly(0.5, 0.5);
        double learned = 1 / (1 + Math.exp(-4));
        assertThat(yes(answers(OptionalDouble.empty(), learned(), Calibration.of(ONE))))
                .containsExactly(learned, learned);
    }

    @Test
    void optionsThatCannotBeExcludedAreThoseThatHeldOutRowsLeave() {
        double[] rows = new double[19];
        Arrays.fill(rows, 0.6);
        assertThat(answers(OptionalDouble.of(0.9), learned(rows))
                        .getFirst()
                        .answers()
                        .sequencedValues()
                        .getFirst()
                        .certainty()
                        .coverage())
                .contains(new OptionSet(0.9, List.of(1)));
        assertThat(answers(OptionalDouble.of(0.99), learned(rows))
                        .getFirst()
                        .answers()
                        .sequencedValues()
                        .getFirst()
                        .certainty()
                        .coverage())
                .contains(new OptionSet(0.99, List.of(0, 1)));
    }

    @Test
    void whoeverInsistsOnThemWithoutSuchRowsIsRefused() {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> answers(OptionalDouble.of(0.9), Calibration.of(ONE)))
                .satisfies(e -> {
                    assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.INVALID);
                    assertThat(e.refusal().path()).containsExactly("questions", "angry");
                    assertThat(e.refusal().detail()).contains("./serve learn LABELS --out FILE");
                });
    }

    /** A wording that is near one that was learned is told from one that is not. */
    @Test
    void aChangedQuestionIsRecognised() {
        Question changed = new Question.Noul(
                ANGRY.instructions(),
                new Question.Side("no", Optional.empty()),
                new Question.Side("yes", Optional.empty()),
                Optional.empty());
        Question other = new Question.Noul(
                "The customer is new.",
                new Question.Side("false", Optional.empty()),
                new Question.Side("true", Optional.empty()),
                Optional.empty());
        assertThat(learned().teaching(changed)).isEqualTo(Teaching.REWORDED);
        assertThat(learned().teaching(ANGRY)).isEqualTo(Teaching.LEARNED);
        assertThat(learned().teaching(other)).isEqualTo(Teaching.NONE);
        assertThat(Calibration.of(ONE).teaching(changed)).isEqualTo(Teaching.NONE);
    }

    @Test
    void anExplanationIsBelievedToNeedTheHeapOfAllItsStates() {
        Destination<Served> destination =
                new Destination<>(new Served(tiny, new ArrayDeque<>(List.of(Calibration.of(ONE)))), Optional.empty());
        List<State> states = Collections.nCopies(1 + Occlusion.MOST_SPANS, new State.Text("refund ".repeat(40)));
        Controls explain = new Controls(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                Map.of(),
                true);
        SequencedMap<String, Question> questions = new LinkedHashMap<>(Map.of("angry", ANGRY));
        QuestionPlan<Served> explained = new QuestionPlan<>(questions, explain, PackingOptions.DEFAULTS);
        assertThat(explained.heapNeeded(states.subList(0, 1), List.of(destination)))
                .isEqualTo(new QuestionPlan<Served>(questions, Controls.NONE, PackingOptions.DEFAULTS)
                        .heapNeeded(states, Collections.nCopies(states.size(), destination)));
        assertThat(explained.occlusion(states.getFirst(), destination).states())
                .hasSizeLessThanOrEqualTo(states.size());
    }
}
