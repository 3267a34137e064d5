// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.decisionservice.api.Question;
import org.decisionservice.api.Question.Side;
import org.decisionservice.api.QuestionType;
import org.decisionservice.api.Teaching;
import org.decisionservice.api.Window;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.learning.Familiarity;
import org.decisionservice.core.learning.Features;
import org.decisionservice.core.learning.HeldOut;
import org.decisionservice.core.learning.Learned;
import org.decisionservice.core.learning.LearnedQuestion;
import org.decisionservice.core.learning.LearnedStates;
import org.decisionservice.core.learning.TaughtQuestion;
import org.decisionservice.core.text.OptionTexts;
import org.decisionservice.engine.spi.Logits;
import org.junit.jupiter.api.Test;

/** Labelled states lie around (1, 1, 1, 1), up to a distance of 3. */
class TeachingTest {
    private static final Temperatures PLAIN = Temperatures.of(List.of(1.0, 1.0, 1.0), Map.of());
    private static final float[] LIKE = {1, 1, 1, 1};
    private static final float[] UNLIKE = {1, -1, 1, 1};
    private static final Question ANGRY = noul("The writer is angry.");

    private static Question noul(String statement) {
        return new Question.Noul(
                statement, new Side("false", Optional.empty()), new Side("true", Optional.empty()), Optional.empty());
    }

    private static Calibration learned(Optional<Familiarity> familiarity) {
        LearnedQuestion answers = new LearnedQuestion(
                1, new float[2][6], new float[2], new Features(new float[4], new float[2]), new int[] {1, 1});
        TaughtQuestion taught = new TaughtQuestion(
                OptionTexts.render(ANGRY), answers, HeldOut.of(new double[0]), LearnedStates.UNKNOWN, familiarity);
        return Calibration.of(PLAIN)
                .with(Optional.of(new Learned(
                        PLAIN,
                        Map.of(Wording.inAnyOrder(ANGRY), taught),
                        Map.of(),
                        Map.of(),
                        Set.of(Wording.ofInstructions(QuestionType.NOUL, ANGRY.instructions())))));
    }

    private static Calibration measured() {
        return learned(Optional.of(new Familiarity(LIKE.clone(), new float[] {1, 1, 1, 1}, 3)));
    }

    /** How a state of these rows is answered; several are two windows, and sentences behind them. */
    private static Teaching teaching(Question question, Calibration calibration, float[]... rows) {
        List<Window> windows = rows.length == 1
                ? List.of()
                : Stream.of(rows).map(_ -> new Window(0, 2, 0, 1)).toList();
        Logits logits =
                new Logits(Stream.of(rows).map(_ -> new float[2]).toList(), new float[rows.length], List.of(rows));
        return AnswerDecoder.decode(question, new QuestionLogits(logits, windows), calibration, OptionalDouble.empty())
                .certainty()
                .teaching();
    }

    @Test
    void aStateFarFromTheLabelledOnesIsUnlikeThem() {
        assertThat(teaching(ANGRY, measured(), LIKE)).isEqualTo(Teaching.LEARNED);
        assertThat(teaching(ANGRY, measured(), UNLIKE)).isEqualTo(Teaching.UNLIKE);
    }

    @Test
    void aStateInWindowsIsUnlikeIfEachWindowIs() {
        assertThat(teaching(ANGRY, measured(), UNLIKE, UNLIKE)).isEqualTo(Teaching.UNLIKE);
        assertThat(teaching(ANGRY, measured(), UNLIKE, LIKE)).isEqualTo(Teaching.LEARNED);
        assertThat(teaching(ANGRY, measured(), UNLIKE, UNLIKE, LIKE))
                .as("with a sentence, which is part of a window")
                .isEqualTo(Teaching.UNLIKE);
    }

    @Test
    void whatWasNotMeasuredOrLearnedIsUnlikeNothing() {
        assertThat(teaching(ANGRY, learned(Optional.empty()), UNLIKE)).isEqualTo(Teaching.LEARNED);
        assertThat(teaching(noul("The writer is sad."), measured(), UNLIKE)).isEqualTo(Teaching.NONE);
        assertThat(measured().teaching(ANGRY)).as("whatever the state").isEqualTo(Teaching.LEARNED);
    }
}
