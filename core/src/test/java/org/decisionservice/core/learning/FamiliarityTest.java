// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FamiliarityTest {
    /** Two states in the plane of the first two dimensions; the variances are 0.25, 1, 0 and 0, their mean 0.3125. */
    private static final Familiarity STATES = Familiarity.of(new double[][] {{0, 1, 0, 0}, {1, -1, 0, 0}});

    @Test
    void distancesAreInVariances() {
        double floor = 0.1 * 0.3125;
        assertThat(STATES.mean()).containsExactly(0.5f, 0, 0, 0);
        assertThat(STATES.distance(new double[] {0.5, 0, 0, 0})).isZero();
        assertThat(STATES.distance(new double[] {1.5, 2, 0, 1}))
                .isCloseTo(1 / (0.25 + floor) + 4 / (1 + floor) + 1 / floor, within(1e-4));
    }

    @Test
    void aStateBeyondTheLimitIsUnlike() {
        float[] state = {0.5f, 0.25f, 0, 0};
        double distance = STATES.distance(Features.scaled(state));
        assertThat(STATES.unlike(state)).isFalse();
        assertThat(STATES.within(distance).unlike(state)).isFalse();
        assertThat(STATES.within(distance - 1e-6).unlike(state)).isTrue();
    }

    @Test
    void otherVectorsAreRefused() {
        assertThatThrownBy(() -> STATES.distance(new double[8]))
                .hasMessage("measured on vectors of 4 numbers, asked about 8");
        assertThatThrownBy(() -> new Familiarity(new float[4], new float[3], 1)).hasMessage("4 means and 3 variances");
        assertThatThrownBy(() -> Familiarity.of(new double[][] {{1, 0, 0, 0}, {1, 0, 0, 0}}))
                .hasMessage("a variance of 0.0");
    }
}
