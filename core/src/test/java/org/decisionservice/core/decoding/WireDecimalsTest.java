// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireDecimalsTest {
    /**
     * As doubles, 0.00005 is above the tie and 0.00015 below it; 0.03125 is exact and is rounded to the even neighbour.
     */
    @ParameterizedTest
    @CsvSource({
        "0.12344999, 0.1234",
        "0.00005, 0.0001",
        "0.00015, 0.0001",
        "0.03125, 0.0312",
        "0.09375, 0.0938",
        "0.99996, 1.0",
        "2.5, 2.5",
        "0, 0",
        "NaN, NaN",
        "Infinity, Infinity"
    })
    void roundsHalfToEvenOnTheExactValue(double value, double rounded) {
        assertThat(WireDecimals.round(value)).isEqualTo(Double.valueOf(rounded));
    }
}
