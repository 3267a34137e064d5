// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Abstention.Outcome;
import org.decisionservice.api.Answer;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.Question.Option;
import org.decisionservice.api.Question.Side;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.engine.spi.Logits;
import org.junit.jupiter.api.Test;

/** Expected numbers were computed by hand from the formulas. */
class AnswerDecoderTest {
    private static final Offset<Double> EXACT = within(1e-12);
    private static final Temperatures PLAIN = Temperatures.of(List.of(1.0, 1.0, 1.0), Map.of());
    private static final Temperatures FITTED =
            Temperatures.of(List.of(1.3, 2.0, 1.0), Map.of("choice:3-5", 1.15, "noul:2", 1.25));

    @Test
    void choosesTheLikeliestOption() {
        Answer.Choice answer = (Answer.Choice) decode(choice(Optional.empty()), FITTED, 1f, -0.5f, 2.25f);
        checkProbabilities(answer, 0.23603916056791716, 0.06404909507213133, 0.6999117443599514);
        assertThat(answer.chosen()).isEqualTo(2);
        assertThat(answer.labels()).containsExactly(new JsonString("a"), new JsonBoolean(false), new JsonString("c"));
        assertThat(answer.certainty().confidence()).isCloseTo(0.3022777700876317, EXACT);
        assertThat(answer.certainty().answerConfidence()).isCloseTo(0.6999117443599514, EXACT);
        assertThat(answer.certainty().actProbability()).isEqualTo(0.25);
        assertThat(answer.certainty().abstention()).isEmpty();
    }

    @Test
    void putsShuffledOptionsBackInOrder() {
        Question question = choice(Optional.of(List.of(2, 0, 1)));
        Answer.Choice answer = (Answer.Choice) decode(question, FITTED, 2.25f, 1f, -0.5f);
        checkProbabilities(answer, 0.23603916056791716, 0.06404909507213133, 0.6999117443599514);
        assertThat(answer.chosen()).isEqualTo(2);
    }

    @Test
    void choosesTheFirstOfEquals() {
        assertThat(((Answer.Choice) decode(choice(Optional.empty()), PLAIN, 0f, 1f, 1f)).chosen())
                .isEqualTo(1);
    }

    @Test
    void scoreIsTheExpectedLevel() {
        Question question = new Question.Score("How bad?", List.of("w", "x", "y", "z"), Optional.empty());
        Answer.Score answer = (Answer.Score) decode(question, FITTED, 0.5f, 1.5f, -1f, 0.25f);
        checkProbabilities(answer, 0.2497761552289355, 0.411811260039643, 0.11798590140239684, 0.2204266833290247);
        assertThat(answer.score()).isCloseTo(1.3090631128315109, EXACT);
        assertThat(answer.legend()).containsExactly("w", "x", "y", "z");
        assertThat(answer.certainty().confidence()).isCloseTo(0.06417618860144403, EXACT);
    }

    @Test
    void takesTheLargerSideOfANoulAsItsConfidence() {
        Answer.Noul answer = (Answer.Noul) decode(noul(), FITTED, 0.75f, -0.5f);
        assertThat(answer.yes()).isCloseTo(0.2689414213699951, EXACT);
        assertThat(answer.certainty().confidence()).isCloseTo(0.7310585786300049, EXACT);
        assertThat(answer.certainty().answerConfidence()).isCloseTo(0.7310585786300049, EXACT);
    }

    @Test
    void isCertainOfASingleOption() {
        Question question = new Question.Score("How bad?", List.of("only"), Optional.empty());
        Answer.Score answer = (Answer.Score) decode(question, PLAIN, -3f);
        assertThat(answer.score()).isZero();
        assertThat(answer.certainty().confidence()).isEqualTo(1);
        assertThat(answer.certainty().answerConfidence()).isEqualTo(1);
    }

    @Test
    void handlesLogitsBeyondTheRangeOfTheExponential() {
        Answer answer = decode(noul(), PLAIN, -90_000f, 90_000f);
        checkProbabilities(answer, 0, 1);
        Answer flat = decode(choice(Optional.empty()), PLAIN, 5f, 5f, 5f);
        assertThat(flat.certainty().confidence()).isBetween(0.0, 1e-12);
    }

    @Test
    void comparesTheThresholdWithTheRoundedConfidence() {
        // Values on both sides of 0.75 that are still shown as 0.75.
        float below = (float) Math.log(0.74998 / 0.25002);
        assertThat(gate(0.75, 0f, below)).isEqualTo(new Abstention(Outcome.PASSED, 0.75));
        assertThat(gate(0.7501, 0f, below)).isEqualTo(new Abstention(Outcome.ABSTAINED, 0.7501));
        assertThat(gate(0.0, 0f, below)).isEqualTo(new Abstention(Outcome.PASSED, 0.0));
        assertThat(gate(1.0, 0f, below).outcome()).isEqualTo(Outcome.ABSTAINED);
    }

    @Test
    void anAnswerWithoutAConfidenceIsUnevaluated() {
        assertThat(gate(0.5, Float.NaN, 1f)).isEqualTo(new Abstention(Outcome.UNEVALUATED, 0.5));
        assertThat(gate(0.0, 1f, Float.NaN)).isEqualTo(new Abstention(Outcome.UNEVALUATED, 0.0));
    }

    @Test
    void refusesAnotherNumberOfLogits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decode(noul(), PLAIN, 1f, 2f, 3f))
                .withMessage("3 logits for a question of 2 options");
    }

    private static Abstention gate(double threshold, float... logits) {
        return AnswerDecoder.decode(noul(), logits(logits), Calibration.of(PLAIN), OptionalDouble.of(threshold))
                .certainty()
                .abstention()
                .orElseThrow();
    }

    private static Answer decode(Question question, Temperatures temperatures, float... logits) {
        return AnswerDecoder.decode(question, logits(logits), Calibration.of(temperatures), OptionalDouble.empty());
    }

    /** The row in question is the second of two. */
    private static QuestionLogits logits(float... row) {
        Logits rows = new Logits(List.of(new float[] {9}, row), new float[] {0.75f, 0.25f});
        return new QuestionLogits(rows.slice(1, 1));
    }

    private static void checkProbabilities(Answer answer, double... expected) {
        Probabilities p = answer.probabilities();
        assertThat(p.size()).isEqualTo(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(p.get(i)).as("option " + i).isCloseTo(expected[i], EXACT);
        }
    }

    private static Question choice(Optional<List<Integer>> order) {
        return new Question.Choice(
                "Which?",
                List.of(option(new JsonString("a")), option(new JsonBoolean(false)), option(new JsonString("c"))),
                order);
    }

    private static Option option(JsonValue label) {
        return new Option(label, Optional.empty());
    }

    private static Question noul() {
        return new Question.Noul(
                "Is it?", new Side("false", Optional.empty()), new Side("true", Optional.empty()), Optional.empty());
    }
}
