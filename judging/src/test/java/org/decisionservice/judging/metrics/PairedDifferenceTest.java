// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PairedDifferenceTest {
    private static final double RISK = 0.025;

    @Test
    void oneRowOfFewLeavesMuchOpenAndMoreOnItsOwnSide() {
        PairedDifference difference = new PairedDifference(1, 0, 44);
        assertThat(difference.value()).isCloseTo(-1.0 / 44, within(1e-12));
        assertThat(difference.low(RISK)).isCloseTo(-0.118, within(0.002));
        assertThat(difference.high(RISK)).isCloseTo(0.061, within(0.003));
    }

    @Test
    void itIsTheSameFromBothSides() {
        PairedDifference one = new PairedDifference(7, 19, 300);
        PairedDifference other = new PairedDifference(19, 7, 300);
        assertThat(one.low(RISK)).isCloseTo(-other.high(RISK), within(1e-9));
        assertThat(one.low(RISK)).isLessThan(one.value());
        assertThat(one.high(RISK)).isGreaterThan(one.value());
    }

    @Test
    void itIsNearTheNormalIntervalOfManyRows() {
        PairedDifference many = new PairedDifference(2_000, 2_500, 100_000);
        double error = 1.95996 * Math.sqrt(4_500 - 500.0 * 500 / 100_000) / 100_000;
        assertThat(many.low(RISK)).isCloseTo(0.005 - error, within(2e-5));
        assertThat(many.high(RISK)).isCloseTo(0.005 + error, within(2e-5));
    }

    @Test
    void whereNothingDiffersItStillSaysHowMuchMight() {
        PairedDifference same = new PairedDifference(0, 0, 380);
        assertThat(same.low(RISK)).isCloseTo(-0.01, within(1e-4));
        assertThat(same.high(RISK)).isCloseTo(0.01, within(1e-4));
    }
}
