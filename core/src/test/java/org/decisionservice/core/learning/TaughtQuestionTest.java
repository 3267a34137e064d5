// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaughtQuestionTest {
    private static final float[] VECTORS = {3, 4, 0, 5, 1, 0, 1, 0};

    private static TaughtQuestion taught(String... options) {
        float[][] weights = new float[3][12];
        weights[0][0] = 1;
        weights[1][1] = 2;
        weights[2][0] = 0.5f;
        weights[2][1] = 0.5f;
        return new TaughtQuestion(
                List.of(options),
                new LearnedQuestion(
                        0.5, weights, new float[] {0.25f, -1, 2}, new Features(new float[8], new float[4]), new int[] {
                            1, 1, 1
                        }),
                HeldOut.of(new double[0]),
                LearnedStates.UNKNOWN,
                Optional.empty());
    }

    @Test
    void optionsInAnotherOrderKeepWhatWasLearnedOfThem() {
        double[] learned = taught("a", "b", "c").logits(List.of("a", "b", "c"), new double[] {4, 6, 8}, VECTORS);
        double[] asked = taught("a", "b", "c").logits(List.of("c", "a", "b"), new double[] {8, 4, 6}, VECTORS);
        assertThat(asked).containsExactly(learned[2], learned[0], learned[1]);
        assertThat(learned).containsExactly(new double[] {2 + 0.6 + 0.25, 3 + 1.6 - 1, 4 + 0.7 + 2}, within(1e-6));
    }

    /** Labels such as 1 and "1" read alike. */
    @Test
    void optionsThatReadAlikeKeepTheirOrder() {
        assertThat(OptionPlaces.of(List.of("1", "x", "1"), List.of("x", "1", "1")))
                .containsExactly(1, 0, 2);
    }

    @Test
    void otherOptionsAreRefused() {
        assertThatThrownBy(() -> taught("a", "b", "c").logits(List.of("a", "b", "d"), new double[3], VECTORS))
                .hasMessage("asked about other options than were learned");
        assertThatThrownBy(() -> OptionPlaces.of(List.of("a"), List.of("a", "b")))
                .hasMessage("asked about other options than were learned");
        assertThatThrownBy(() -> taught("a", "b")).hasMessage("2 options, 3 learned");
    }
}
