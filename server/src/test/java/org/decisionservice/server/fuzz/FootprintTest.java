// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FootprintTest {
    private static final Footprint BEFORE = new Footprint(20_000_000, 16, 95, 800_000_000);

    @Test
    void variationIsNotGrowth() {
        assertThat(new Footprint(22_000_000, 18, 93, 830_000_000).growthSince(BEFORE))
                .isEmpty();
    }

    @Test
    void memoryKeptPerMessageIsGrowth() {
        assertThat(new Footprint(40_000_000, 80, 400, 1_200_000_000).growthSince(BEFORE))
                .containsExactly(
                        "heap bytes grew from 20000000 to 40000000",
                        "threads grew from 16 to 80",
                        "open files grew from 95 to 400",
                        "resident bytes grew from 800000000 to 1200000000");
    }

    @Test
    void thisProcessHasAFootprint() {
        Footprint now = Footprint.now();
        assertThat(now.heapBytes()).isPositive();
        assertThat(now.threads()).isPositive();
    }
}
