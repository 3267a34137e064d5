// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FamiliarityTest {
    private static Familiarity states(double limit) {
        return new Familiarity(new float[] {0.5f, 0, 0, 0}, new float[] {0.25f, 1, 0.5f, 0.125f}, limit);
    }

    @Test
    void distancesAreInVariances() {
        assertThat(states(1).distance(new double[] {0.5, 0, 0, 0})).isZero();
        assertThat(states(1).distance(new double[] {1.5, 2, 0, 1})).isCloseTo(4 + 4 + 8, within(1e-9));
    }

    @Test
    void aStateBeyondTheLimitIsUnlike() {
        float[] state = {0.5f, 0.25f, 0, 0};
        double distance = states(1).distance(Features.scaled(state));
        assertThat(states(Double.POSITIVE_INFINITY).unlike(state)).isFalse();
        assertThat(states(distance).unlike(state)).isFalse();
        assertThat(states(distance - 1e-6).unlike(state)).isTrue();
    }

    @Test
    void otherVectorsAreRefused() {
        assertThatThrownBy(() -> states(1).distance(new double[8]))
                .hasMessage("measured on vectors of 4 numbers, asked about 8");
        assertThatThrownBy(() -> new Familiarity(new float[4], new float[3], 1)).hasMessage("4 means and 3 variances");
        assertThatThrownBy(() -> new Familiarity(new float[1], new float[1], 1)).hasMessage("a variance of 0.0");
    }
}
