// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LearnedQuestionTest {
    private static final float[] VECTORS = {3, 4, 0, 5, -2, 0, 0, 0};
    private static final Features NONE = new Features(new float[8], new float[4]);
    private static final Offset<Double> NEAR = within(1e-12);

    @Test
    void everyVectorHasLengthOne() {
        assertThat(Features.scaled(VECTORS)).containsExactly(new double[] {0.6, 0.8, 0, 1, -1, 0, 0, 0}, NEAR);
    }

    @Test
    void aStateWithoutTokensHasNone() {
        assertThat(Features.scaled(new float[8])).containsOnly(0);
    }

    /** One number is twice its spread away from the mean, one does not vary, and one is further away than counts. */
    @Test
    void theVectorsOfTheLastLayerAreSquared() {
        Features features =
                new Features(new float[] {0.5f, 0.75f, -0.5f, 1, 0, 0, 0, 0}, new float[] {0.25f, 0, 0.25f, 0.125f});
        assertThat(features.of(new float[] {0, 1, 1, 0, 1, 0, 0, 1}))
                .containsExactly(new double[] {-0.5, 0.25, 1.5, -1, 1, 0, 0, 1, 4, 0, 16, 16}, NEAR);
    }

    @Test
    void logitsAreScaledAndMoved() {
        float[][] weights = new float[2][12];
        weights[0][0] = 1;
        weights[1][1] = 2;
        weights[1][3] = 3;
        weights[1][4] = 1;
        weights[1][9] = 0.5f;
        LearnedQuestion learned = new LearnedQuestion(
                0.5,
                weights,
                new float[] {0.25f, -1},
                new Features(new float[] {0.5f, 0.5f, 0, 0.75f, -0.5f, 0, 0, 0}, new float[] {1, 0.5f, 1, 1}),
                new int[] {10, 20});
        assertThat(learned.logits(new double[] {4, 6}, VECTORS))
                .containsExactly(new double[] {2 + 0.1 + 0.25, 3 + 0.6 + 0.75 - 0.5 + 0.18 - 1}, NEAR);
    }

    @Test
    void anOptionWithoutLabelsKeepsItsProbability() {
        LearnedQuestion learned =
                new LearnedQuestion(0.5, new float[3][12], new float[] {1, 9, -1}, NONE, new int[] {10, 0, 20});
        double[] before = {Math.log(0.2), Math.log(0.3), Math.log(0.5)};
        double[] after = learned.logits(before, VECTORS);
        double sum = Math.exp(after[0]) + Math.exp(after[1]) + Math.exp(after[2]);
        assertThat(Math.exp(after[1]) / sum).isCloseTo(0.3, NEAR);
        // The others share the rest as they would if there were no other option.
        assertThat(after[0] - after[2]).isCloseTo(0.5 * Math.log(0.4) + 2, NEAR);
    }

    @Test
    void nothingLearnedIsTheCheckpointsAnswer() {
        LearnedQuestion nothing = new LearnedQuestion(1, new float[3][12], new float[3], NONE, new int[] {1, 1, 1});
        assertThat(nothing.logits(new double[] {1.5, -2, 0}, VECTORS)).containsExactly(1.5, -2, 0);
    }

    @Test
    void anotherQuestionOrCheckpointIsRefused() {
        LearnedQuestion learned = new LearnedQuestion(1, new float[3][12], new float[3], NONE, new int[3]);
        assertThatThrownBy(() -> learned.logits(new double[2], VECTORS))
                .hasMessage("learned from 3 options, asked about 2");
        assertThatThrownBy(() -> learned.logits(new double[3], new float[12]))
                .hasMessage("learned from vectors of 8 numbers, asked about 12");
        assertThatThrownBy(() -> new LearnedQuestion(1, new float[3][3], new float[3], NONE, new int[3]))
                .hasMessage("3 weights for 12 features");
        assertThatThrownBy(() -> new LearnedQuestion(1, new float[3][12], new float[3], NONE, new int[2]))
                .hasMessage("3 options have weights, 3 a bias and 2 a number of labels");
        assertThatThrownBy(() -> new Features(new float[8], new float[8])).hasMessage("8 means and 8 spreads");
    }
}
