// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.decisionservice.engine.spi.Logits;
import org.junit.jupiter.api.Test;

class PrecisionGateTest {

    @Test
    void sameAnswersDifferByNothing() {
        assertThat(PrecisionGate.difference(logits(0.5f, 1, 2, 3), logits(0.5f, 1, 2, 3)))
                .isZero();
    }

    @Test
    void probabilitiesCountNotLogits() {
        assertThat(PrecisionGate.difference(logits(0.5f, 1, 2, 3), logits(0.5f, 11, 12, 13)))
                .isCloseTo(0, within(1e-9));
    }

    @Test
    void sharpestCalibrationCounts() {
        // At temperature 1 the probabilities would be 0.5 and 1 / (1 + e^-0.1).
        assertThat(PrecisionGate.difference(logits(0.5f, 0, 0), logits(0.5f, 0.1f, 0)))
                .isCloseTo(1 / (1 + Math.exp(-0.2)) - 0.5, within(1e-6));
    }

    @Test
    void actProbabilityCounts() {
        assertThat(PrecisionGate.difference(logits(0.5f, 1), logits(0.53f, 1))).isCloseTo(0.03, within(1e-6));
    }

    @Test
    void noNumberIsNoAnswer() {
        double difference = PrecisionGate.difference(logits(0.5f, 1, 2), logits(0.5f, Float.NaN, 2));
        assertThat(PrecisionGate.SERVING.accepts(difference)).isFalse();
        assertThat(PrecisionGate.SERVING.accepts(PrecisionGate.difference(logits(0.5f, 1), logits(Float.NaN, 1))))
                .isFalse();
    }

    @Test
    void limitItselfIsAccepted() {
        assertThat(PrecisionGate.SERVING.accepts(0.02)).isTrue();
        assertThat(PrecisionGate.SERVING.accepts(0.0201)).isFalse();
    }

    private static Logits logits(float act, float... options) {
        return new Logits(List.of(options), new float[] {act});
    }
}
