// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is its own about the engine; the rest of it is the reference engine. */
class RoundedEngineTest implements ProviderContract, PrecisionContract {
    private final RoundedEngine engine = new RoundedEngine();

    @Override
    public EngineProvider provider() {
        return engine;
    }

    @Override
    public Engine engine() {
        return engine;
    }

    @Override
    public Precision precision() {
        return Precision.BF16;
    }

    /** bf16 has seven bits of fraction: from 1 to 2 its numbers are 1/128 apart. */
    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "-1.0078125, -1.0078125",
        "1.001, 1",
        "1.007, 1.0078125",
        "1.00390625, 1",
        "1.01171875, 1.015625",
        "0, 0"
    })
    void nearestNumberIsTakenAndOfTwoTheEvenOne(float weight, float rounded) {
        assertThat(RoundedEngine.rounded(weight)).isEqualTo(rounded);
    }
}
