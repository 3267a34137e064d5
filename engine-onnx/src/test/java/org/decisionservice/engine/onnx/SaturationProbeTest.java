// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.decisionservice.engine.onnx.quantize.WeightRange;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SaturationProbeTest {
    private final SaturationProbe probe = new SaturationProbe(new SessionOpener(OptionalInt.of(1)));

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        RuntimeStart.runtime();
    }

    /**
     * Also checks that the probe expects the right sums: with a wrong expectation, every processor would appear to
     * saturate.
     */
    @Test
    void sevenBitsAreExactEverywhere() throws OrtException {
        assertThat(probe.isExact(WeightRange.SEVEN_BITS, folder)).isTrue();
    }

    @Test
    void eightBitsAreChosenWhereTheyAreExact() throws OrtException {
        assertThat(probe.range(folder) == WeightRange.EIGHT_BITS)
                .isEqualTo(probe.isExact(WeightRange.EIGHT_BITS, folder));
    }
}
