// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Files;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;

class WeightsSizeTest {
    /** Weights of the tiny English checkpoint, counted in its file, and those of its encoder's linear layers. */
    private static final long WEIGHTS = 1_137_927;

    private static final long LINEAR = 409_600;

    private static long size(long file, Precision precision) {
        ModelSource source =
                CheckpointReader.read(Testdata.tiny().resolve("english")).source();
        return WeightsSize.inMemory(file, source.config(), precision);
    }

    @Test
    void sizesAreThoseOfThePrecisionThatServes() throws Exception {
        // The file holds two bytes a weight, and a few kilobytes besides.
        long file = Files.size(Testdata.tiny().resolve("english/model.safetensors"));
        assertThat(size(file, Precision.FLOAT32)).isCloseTo(4 * WEIGHTS, withinPercentage(1));
        assertThat(size(file, Precision.TF32)).isEqualTo(size(file, Precision.FLOAT32));
        assertThat(size(file, Precision.BF16)).isCloseTo(4 * WEIGHTS - 2 * LINEAR, withinPercentage(1));
        assertThat(size(file, Precision.FP16)).isEqualTo(size(file, Precision.BF16));
        assertThat(size(file, Precision.INT8)).isCloseTo(4 * WEIGHTS - 3 * LINEAR, withinPercentage(1));
    }

    @Test
    void aFileOfFourBytesAWeightIsAsLargeInMemoryInFloat32() {
        assertThat(size(4 * WEIGHTS, Precision.FLOAT32)).isEqualTo(4 * WEIGHTS);
        assertThat(size(4 * WEIGHTS, Precision.INT8)).isEqualTo(4 * WEIGHTS - 3 * LINEAR);
    }
}
