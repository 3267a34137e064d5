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
    void featuresHaveLengthOne() {
        assertThat(Features.LAST.of(MEANS)).containsExactly(new double[] {0.6, 0.8}, NEAR);
        assertThat(Features.MIDDLE.of(MEANS)).containsExactly(new double[] {0, 1}, NEAR);
        double half = Math.sqrt(0.5);
        assertThat(Features.BOTH.of(MEANS)).containsExactly(new double[] {0.6 * half, 0.8 * half, 0, half}, NEAR);
    }

    @Test
    void aStateWithoutTokensHasNone() {
        for (Features features : Features.values()) {
            assertThat(features.of(new float[4])).containsOnly(0);
        }
    }

    @Test
    void logitsAreScaledAndMoved() {
        LearnedQuestion learned = new LearnedQuestion(
                Features.LAST, 0.5, new float[][] {{1, 0}, {0, 2}}, new float[] {0.25f, -1}, new float[] {0.5f, 0.5f});
        assertThat(learned.logits(new double[] {4, 6}, MEANS))
                .containsExactly(new double[] {2 + 0.1 + 0.25, 3 + 0.6 - 1}, NEAR);
    }

    @Test
    void nothingLearnedIsTheCheckpointsAnswer() {
        LearnedQuestion nothing = new LearnedQuestion(Features.BOTH, 1, new float[3][4], new float[3], new float[4]);
        assertThat(nothing.logits(new double[] {1.5, -2, 0}, MEANS)).containsExactly(1.5, -2, 0);
    }

    @Test
    void anotherQuestionOrCheckpointIsRefused() {
        LearnedQuestion learned = new LearnedQuestion(Features.LAST, 1, new float[3][2], new float[3], new float[2]);
        assertThatThrownBy(() -> learned.logits(new double[2], MEANS)).hasMessageContaining("asked about 2 and 2");
        assertThatThrownBy(() -> learned.logits(new double[3], new float[6]))
                .hasMessageContaining("asked about 3 and 3");
        assertThatThrownBy(() -> new LearnedQuestion(Features.LAST, 1, new float[3][3], new float[3], new float[2]))
                .hasMessage("3 weights for 2 features");
    }
}
