// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RotationTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 32})
    void rowsAreOrthogonalAndOfLengthOne(int block) {
        float[] matrix = Rotation.matrix(block);
        for (int row = 0; row < block; row++) {
            for (int other = 0; other < block; other++) {
                double product = 0;
                for (int i = 0; i < block; i++) {
                    product += (double) matrix[row * block + i] * matrix[other * block + i];
                }
                assertThat(product).isCloseTo(row == other ? 1 : 0, within(1e-6));
            }
        }
    }

    @Test
    void aSingleLargeChannelIsSpreadOverItsBlock() {
        float[] values = new float[64];
        values[5] = 8;
        Rotation.rotate(values, 0, 64, 1, 16);
        for (int i = 0; i < 16; i++) {
            assertThat(Math.abs(values[i])).isEqualTo(2);
        }
        for (int i = 16; i < 64; i++) {
            assertThat(values[i]).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"384, 32", "2624, 32", "1152, 32", "64, 32", "48, 16", "12, 4", "7, 1"})
    void blockDividesTheChannels(int channels, int block) {
        assertThat(Rotation.block(channels)).isEqualTo(block);
    }
}
