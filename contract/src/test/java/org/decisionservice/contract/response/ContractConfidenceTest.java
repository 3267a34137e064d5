// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.decisionservice.api.Probabilities;
import org.junit.jupiter.api.Test;

/** Expected values were computed by hand from the contract's formulas. */
class ContractConfidenceTest {
    private static double choice(double... p) {
        return ContractConfidence.ofChoice(Probabilities.of(p));
    }

    private static double score(double... p) {
        return ContractConfidence.ofScore(Probabilities.of(p));
    }

    @Test
    void aChoiceCountsFromChance() {
        assertThat(choice(0.25, 0.25, 0.25, 0.25)).isZero();
        assertThat(choice(0, 1, 0)).isEqualTo(1);
        assertThat(choice(0.7, 0.2, 0.1)).isCloseTo((0.7 - 1 / 3.0) / (2 / 3.0), within(1e-12));
        assertThat(choice(1)).isEqualTo(1);
    }

    @Test
    void aScoreCountsTheDistanceFromItsMode() {
        // Four levels: the mean distance from 1.5 is (1.5 + 0.5 + 0.5 + 1.5) / 4 = 1.
        assertThat(score(0, 0.5, 0.5, 0)).isCloseTo(0.5, within(1e-12));
        assertThat(score(0.1, 0.7, 0.2, 0)).isCloseTo(0.7, within(1e-12));
        assertThat(score(0, 0, 1, 0)).isEqualTo(1);
        assertThat(score(1)).isEqualTo(1);
    }

    @Test
    void massFarAwayCostsMoreThanMassNextDoorAndTheWorstIsZero() {
        assertThat(score(0.6, 0.4, 0, 0)).isGreaterThan(score(0.6, 0, 0.4, 0)).isGreaterThan(score(0.6, 0, 0, 0.4));
        assertThat(score(0.5, 0, 0, 0.5)).isZero();
        assertThat(score(0.25, 0.25, 0.25, 0.25)).isZero();
    }
}
