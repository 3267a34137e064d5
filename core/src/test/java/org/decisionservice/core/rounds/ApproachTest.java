// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Elimination;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.QuestionType;
import org.decisionservice.api.State;
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
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.packing.RowQuestion;
import org.decisionservice.core.rounds.QuestionProgress.AnsweredQuestion;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.junit.jupiter.api.Test;

class ApproachTest {
    private static final Calibration CALIBRATION = Calibration.of(Temperatures.of(List.of(1.0, 1.0, 1.0), Map.of()));
    private static final Approach BY_TOKENS = new Approach(Optional.of(new ByTokens()), 1);

    private final Checkpoint starter = Golden.checkpoint(Golden.starter());
    private final RowPacker packer = RowPacker.of(starter, Controls.NONE).remembering();

    private static Approach byCount(int group) {
        return new Approach(Optional.of(new ByCount(group)), 1);
    }

    private static Question.Choice choice(int options, Optional<List<Integer>> order) {
        return new Question.Choice(
                "Which queue?",
                IntStream.range(0, options)
                        .mapToObj(i -> new Question.Option(new JsonString("queue number " + i), Optional.empty()))
                        .toList(),
                order);
    }

    private static Question.Choice choice(int options) {
        return choice(options, Optional.empty());
    }

    private static Question.Choice reversed(int options) {
        return choice(
                options,
                Optional.of(IntStream.range(0, options)
                        .map(i -> options - 1 - i)
                        .boxed()
                        .toList()));
    }

    private static SequencedMap<String, Question> questions(Question... questions) {
        SequencedMap<String, Question> byId = new LinkedHashMap<>();
        for (Question question : questions) {
            byId.put("q" + byId.size(), question);
        }
        return byId;
    }

    private List<RowQuestion> asks(Approach approach, Question question) {
        return asks(approach.begin(questions(question), packer));
    }

    private static List<RowQuestion> asks(SequencedMap<String, QuestionProgress> begun) {
        List<RowQuestion> asked = new ArrayList<>();
        for (QuestionProgress each : begun.values()) {
            switch (each) {
                case UnansweredQuestion question -> asked.addAll(question.rowQuestions());
                case AnsweredQuestion _ -> {}
            }
        }
        return asked;
    }

    /** Runs rounds until every question is answered; an option has the same logit in every row. */
    private List<Answer> run(Approach approach, SequencedMap<String, Question> questions) {
        return run(approach, questions, CALIBRATION);
    }

    private List<Answer> run(Approach approach, SequencedMap<String, Question> questions, Calibration calibration) {
        SequencedMap<String, QuestionProgress> begun = approach.begin(questions, packer);
        while (!asks(begun).isEmpty()) {
            List<float[]> logits = new ArrayList<>();
            for (RowQuestion asked : asks(begun)) {
                logits.add(logits((Question.Choice) asked.question()));
            }
            Round round = Round.of(begun, packer);
            PackedState rows = round.pack(new State.Text("my parcel is late"));
            assertThat(rows.rows()).hasSameSizeAs(logits);
            begun = round.next(rows, new Logits(logits, new float[logits.size()]));
        }
        return begun.values().stream()
                .map(each -> ((AnsweredQuestion) each).answer(calibration, OptionalDouble.empty()))
                .toList();
    }

    private static float[] logits(Question.Choice asked) {
        List<Integer> order = asked.optionOrder()
                .orElseGet(() -> IntStream.range(0, asked.optionCount()).boxed().toList());
        float[] logits = new float[order.size()];
        for (int slot = 0; slot < logits.length; slot++) {
            logits[slot] = logit(asked.options().get(order.get(slot)));
        }
        return logits;
    }

    private static float logit(Question.Option option) {
        return option.toString().hashCode() % 1000 / 200f;
    }

    private static int best(Question.Choice choice) {
        return IntStream.range(0, choice.optionCount())
                .boxed()
                .max((a, b) -> Float.compare(
                        logit(choice.options().get(a)), logit(choice.options().get(b))))
                .orElseThrow();
    }

    @Test
    void groupsByCountAreNearlyEqualPartsInCriteriaOrder() {
        assertThat(asks(byCount(16), choice(150)))
                .extracting(asked -> asked.question().optionCount())
                .containsExactly(15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
        assertThat(asks(byCount(4), choice(9)))
                .extracting(asked -> asked.question().optionCount())
                .containsExactly(3, 3, 3);
        assertThat(asks(byCount(16), choice(16)))
                .extracting(RowQuestion::question)
                .containsExactly(choice(16));
    }

    @Test
    void byCountOnlyTheFinalistsHaveProbabilities() {
        Question.Choice choice = choice(150);
        Answer.Choice answer =
                (Answer.Choice) run(byCount(4), questions(choice)).getFirst();
        assertThat(answer.chosen()).isEqualTo(best(choice));
        Elimination elimination = answer.elimination().orElseThrow();
        assertThat(elimination.rounds()).isEqualTo(3);
        assertThat(elimination.groups()).isEqualTo(38 + 10 + 3);
        assertThat(elimination.finalists()).hasSize(3).contains(best(choice));
        assertThat(IntStream.range(0, 150)
                        .filter(i -> answer.probabilities().get(i) > 0)
                        .boxed())
                .containsExactlyElementsOf(elimination.finalists());
        assertThat(sum(answer)).isCloseTo(1, within(1e-12));
    }

    @Test
    void byCountAnOptionOrderPreventsEliminationUnlessAChoiceIsTooLargeForARow() {
        SequencedMap<String, Question> small = questions(reversed(50), choice(50), choice(3));
        assertThat(asks(byCount(16).begin(small, packer)))
                .extracting(RowQuestion::question)
                .containsExactlyElementsOf(small.values());
        List<Answer> answers = run(byCount(16), questions(reversed(50), choice(101)));
        assertThat(answers)
                .extracting(answer ->
                        ((Answer.Choice) answer).elimination().orElseThrow().orderDropped())
                .containsExactly(true, false);
    }

    @Test
    void byTokensEveryGroupFitsAndNoOptionIsShortened() {
        List<RowQuestion> groups = asks(BY_TOKENS, choice(255));
        assertThat(groups).hasSizeGreaterThan(3);
        assertThat(groups)
                .allSatisfy(group ->
                        assertThat(packer.sizes(group.question()).fit()).isTrue());
        assertThat(groups.stream()
                        .mapToInt(group -> group.question().optionCount())
                        .sum())
                .isEqualTo(255);
        assertThat(asks(BY_TOKENS, choice(30)))
                .extracting(RowQuestion::question)
                .containsExactly(choice(30));
    }

    @Test
    void byTokensEveryOptionHasAProbabilityAndTheClientsOrderIsKept() {
        for (Question.Choice choice : List.of(choice(255), reversed(255))) {
            Answer.Choice answer =
                    (Answer.Choice) run(BY_TOKENS, questions(choice)).getFirst();
            assertThat(answer.chosen())
                    .isEqualTo(best(choice))
                    .isEqualTo(answer.probabilities().argMax());
            double total = choice.options().stream()
                    .mapToDouble(option -> Math.exp(logit(option)))
                    .sum();
            for (int i = 0; i < 255; i++) {
                assertThat(answer.probabilities().get(i))
                        .isCloseTo(Math.exp(logit(choice.options().get(i))) / total, within(1e-6));
            }
            assertThat(sum(answer)).isCloseTo(1, within(1e-12));
        }
        assertThat(((Question.Choice) asks(BY_TOKENS, reversed(255)).getFirst().question())
                        .options()
                        .getFirst())
                .isEqualTo(choice(255).options().getLast());
    }

    @Test
    void aChoiceIsAskedOnceIfOrdersDoNotMatterToTheCheckpoint() {
        ModelSource source = starter.source();
        Checkpoint parallel =
                starter.withSource(new ModelSource(source.config().with(OptionLayout.PARALLEL), source.weights()));
        SequencedMap<String, QuestionProgress> begun =
                new Approach(Optional.empty(), 3).begin(questions(choice(6)), RowPacker.of(parallel, Controls.NONE));
        assertThat(asks(begun)).extracting(RowQuestion::question).containsExactly(choice(6));
    }

    @Test
    void ordersAreRotationsWhoseProbabilitiesAreAveraged() {
        Approach three = new Approach(Optional.empty(), 3);
        List<RowQuestion> asked = asks(three, choice(6));
        assertThat(asked)
                .extracting(each -> each.question().optionOrder().orElseThrow().getFirst())
                .containsExactly(0, 2, 4);
        assertThat(asked).extracting(RowQuestion::repeats).containsExactly(false, true, true);
        assertThat(asks(three, choice(2))).hasSize(2);
        assertThat(asks(three, reversed(6))).extracting(RowQuestion::question).containsExactly(reversed(6));
        Question score = new Question.Score("How urgent?", List.of("low", "high"), Optional.empty());
        assertThat(asks(three, score)).extracting(RowQuestion::question).containsExactly(score);

        SequencedMap<String, QuestionProgress> begun = three.begin(questions(choice(3)), packer);
        // The first slot always gets 1 more than the others.
        float[] first = {1, 0, 0};
        Round round = Round.of(begun, packer);
        QuestionProgress after = Objects.requireNonNull(round.next(
                        round.pack(new State.Text("my parcel is late")),
                        new Logits(List.of(first, first, first), new float[] {0.1f, 0.2f, 0.6f}))
                .get("q0"));
        Answer answer = ((AnsweredQuestion) after).answer(CALIBRATION, OptionalDouble.empty());
        for (int option = 0; option < 3; option++) {
            assertThat(answer.probabilities().get(option)).isCloseTo(1 / 3.0, within(1e-12));
        }
        assertThat(answer.certainty().actProbability()).isCloseTo(0.3, within(1e-6));
    }

    @Test
    void collapsedOptionsAreCountedOnceInSeveralOrders() {
        List<Question.Option> same = IntStream.range(0, 60)
                .mapToObj(i -> new Question.Option(
                        new JsonString("a very long label whose end is cut off, namely number " + i), Optional.empty()))
                .toList();
        Question.Choice choice = new Question.Choice("Which?", same, Optional.empty());
        for (Approach approach : List.of(Approach.PLAIN, new Approach(Optional.empty(), 4))) {
            assertThat(Round.of(approach.begin(questions(choice), packer), packer)
                            .pack(new State.Text("x"))
                            .usage()
                            .collapsedOptions()
                            .get("q0"))
                    .satisfies(options -> {
                        assertThat(options.total()).isEqualTo(60);
                        assertThat(options.distinct()).isEqualTo(1);
                    });
        }
        assertThat(Round.of(BY_TOKENS.begin(questions(choice), packer), packer)
                        .pack(new State.Text("x"))
                        .usage()
                        .collapsedOptions())
                .isEmpty();
    }

    private static double sum(Answer answer) {
        return IntStream.range(0, answer.probabilities().size())
                .mapToDouble(answer.probabilities()::get)
                .sum();
    }

    /** Nobody asks the engine for means of the encoder here, so an answer that was learned could not be decoded. */
    @Test
    void finalistsAreNotAnsweredAsAnotherQuestionThatWasLearned() {
        int options = 40;
        Answer.Choice plain =
                (Answer.Choice) run(byCount(16), questions(choice(options))).getFirst();
        List<String> finalists = plain.elimination().orElseThrow().finalists().stream()
                .map(option -> "queue number " + option)
                .toList();
        LearnedQuestion numbers = new LearnedQuestion(
                1,
                new float[finalists.size()][6],
                new float[finalists.size()],
                new Features(new float[4], new float[2]),
                new int[finalists.size()]);
        TaughtQuestion taught = new TaughtQuestion(
                finalists, numbers, HeldOut.of(new double[] {0.5}), LearnedStates.UNKNOWN, Optional.empty());
        String wording = Wording.inAnyOrder(QuestionType.CHOICE, "Which queue?", finalists);
        Learned learned = new Learned(
                CALIBRATION.temperatures(), Map.of(wording, taught), Map.of(wording, taught), Map.of(), Set.of());
        List<Answer> answers = run(
                byCount(16),
                questions(choice(options)),
                CALIBRATION.with(Optional.of(learned)).covering(OptionalDouble.of(0.5)));
        assertThat(answers.getFirst().probabilities()).isEqualTo(plain.probabilities());
        assertThat(answers.getFirst().certainty().coverage()).isEmpty();
    }
}
