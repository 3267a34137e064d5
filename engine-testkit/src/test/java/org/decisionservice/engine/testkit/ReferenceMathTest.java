// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceMathTest {
    /** Values from tables of the error function. */
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.5, 0.5204998778130465",
        "1, 0.8427007929497149",
        "-2, -0.9953222650189527",
        "3.5, 0.9999992569016276",
        "5.9, 1",
        "100, 1",
        "-100, -1"
    })
    void erfIsTheErrorFunction(double x, double erf) {
        assertThat(ReferenceMath.erf(x)).isCloseTo(erf, within(1e-12));
    }
}
