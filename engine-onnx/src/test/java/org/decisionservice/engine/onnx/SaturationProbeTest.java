// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.decisionservice.engine.onnx.weights.ByteRange;
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
    void pairedBytesAreExactEverywhere() throws OrtException {
        assertThat(probe.isExact(ByteRange.PAIRED, folder)).isTrue();
    }

    @Test
    void wholeBytesAreChosenWhereTheyAreExact() throws OrtException {
        assertThat(probe.range(folder) == ByteRange.FULL).isEqualTo(probe.isExact(ByteRange.FULL, folder));
    }
}
