// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RotationTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 16, 32, 64, 256})
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

    /** So that a LayerNorm of a rotated vector is the rotated LayerNorm. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16, 64, 256})
    void equalChannelsStayEqual(int block) {
        float[] values = new float[2 * block];
        Arrays.fill(values, 3);
        Rotation.rotate(values, 0, values.length, 1, block);
        for (float value : values) {
            assertThat(value).isCloseTo(3, within(1e-5f));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16, 256})
    void rotatedTwiceIsAsBefore(int block) {
        float[] values = new float[block];
        for (int i = 0; i < block; i++) {
            values[i] = i;
        }
        Rotation.rotate(values, 0, block, 1, block);
        Rotation.rotate(values, 0, block, 1, block);
        for (int i = 0; i < block; i++) {
            assertThat(values[i]).isCloseTo(i, within(1e-3f));
        }
    }

    @ParameterizedTest
    @CsvSource({"1024, 256", "768, 256", "384, 64", "2624, 64", "128, 64", "64, 64", "96, 16", "12, 4", "6, 1", "7, 1"})
    void blockBetweenNormsIsAPowerOfFour(int channels, int block) {
        assertThat(Rotation.blockBetweenNorms(channels)).isEqualTo(block);
    }
}
