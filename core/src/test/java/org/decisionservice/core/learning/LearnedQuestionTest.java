// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LearnedQuestionTest {
    private static final float[] MEANS = {3, 4, 0, 5};
    private static final Offset<Double> NEAR = within(1e-12);

    @Test
    void bothHalvesOfTheFeaturesHaveLengthOne() {
        assertThat(Features.of(MEANS)).containsExactly(new double[] {0.6, 0.8, 0, 1}, NEAR);
    }

    @Test
    void aStateWithoutTokensHasNone() {
        assertThat(Features.of(new float[4])).containsOnly(0);
    }

    @Test
    void logitsAreScaledAndMoved() {
        LearnedQuestion learned = new LearnedQuestion(
                0.5,
                new float[][] {{1, 0, 0, 0}, {0, 2, 0, 3}},
                new float[] {0.25f, -1},
                new float[] {0.5f, 0.5f, 0, 0.75f},
                new int[] {10, 20});
        assertThat(learned.logits(new double[] {4, 6}, MEANS))
                .containsExactly(new double[] {2 + 0.1 + 0.25, 3 + 0.6 + 0.75 - 1}, NEAR);
    }

    @Test
    void anOptionWithoutLabelsKeepsItsProbability() {
        LearnedQuestion learned =
                new LearnedQuestion(0.5, new float[3][4], new float[] {1, 9, -1}, new float[4], new int[] {10, 0, 20});
        double[] before = {Math.log(0.2), Math.log(0.3), Math.log(0.5)};
        double[] after = learned.logits(before, MEANS);
        double sum = Math.exp(after[0]) + Math.exp(after[1]) + Math.exp(after[2]);
        assertThat(Math.exp(after[1]) / sum).isCloseTo(0.3, NEAR);
        // The others share the rest as they would if there were no other option.
        assertThat(after[0] - after[2]).isCloseTo(0.5 * Math.log(0.4) + 2, NEAR);
    }

    @Test
    void nothingLearnedIsTheCheckpointsAnswer() {
        LearnedQuestion nothing =
                new LearnedQuestion(1, new float[3][4], new float[3], new float[4], new int[] {1, 1, 1});
        assertThat(nothing.logits(new double[] {1.5, -2, 0}, MEANS)).containsExactly(1.5, -2, 0);
    }

    @Test
    void anotherQuestionOrCheckpointIsRefused() {
        LearnedQuestion learned = new LearnedQuestion(1, new float[3][4], new float[3], new float[4], new int[3]);
        assertThatThrownBy(() -> learned.logits(new double[2], MEANS)).hasMessageContaining("asked about 2 and 4");
        assertThatThrownBy(() -> learned.logits(new double[3], new float[6]))
                .hasMessageContaining("asked about 3 and 6");
        assertThatThrownBy(() -> new LearnedQuestion(1, new float[3][3], new float[3], new float[2], new int[3]))
                .hasMessage("3 weights for 2 features");
        assertThatThrownBy(() -> new LearnedQuestion(1, new float[3][2], new float[3], new float[2], new int[2]))
                .hasMessage("3 options have weights, 3 a bias and 2 a number of labels");
    }
}
