// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

/**
 * Multiplication by a Hadamard matrix, in blocks of neighbouring channels. It is orthogonal and its own inverse, so a
 * product stays what it is if both factors are rotated; but a channel far larger than its neighbours is spread over all
 * of them, and the others keep their bits.
 */
public final class Rotation {
    /** Larger blocks take longer and spread little better (docs/adr/0010-eight-bits.md). */
    private static final int LARGEST = 32;

    private Rotation() {}

    /** Channels of a block, a power of two that divides the number of channels. */
    public static int block(int channels) {
        return Math.min(LARGEST, Integer.lowestOneBit(channels));
    }

    /** The matrix of a block, row by row: [block, block]. */
    public static float[] matrix(int block) {
        float[] matrix = new float[block * block];
        for (int row = 0; row < block; row++) {
            matrix[row * block + row] = 1;
        }
        rotate(matrix, 0, matrix.length, 1, block);
        return matrix;
    }

    /**
     * Rotates in place, by the fast Walsh–Hadamard transform.
     *
     * @param from index of the first value
     * @param count how many values, a multiple of the block
     * @param stride distance between two values
     * @param block values of a block, a power of two
     */
    static void rotate(float[] values, int from, int count, int stride, int block) {
        for (int first = 0; first < count; first += block) {
            for (int half = 1; half < block; half *= 2) {
                for (int i = 0; i < block; i++) {
                    if ((i & half) == 0) {
                        int low = from + (first + i) * stride;
                        int high = low + half * stride;
                        float sum = values[low] + values[high];
                        values[high] = values[low] - values[high];
                        values[low] = sum;
                    }
                }
            }
        }
        float scale = (float) (1 / Math.sqrt(block));
        for (int i = 0; i < count; i++) {
            values[from + i * stride] *= scale;
        }
    }
}
