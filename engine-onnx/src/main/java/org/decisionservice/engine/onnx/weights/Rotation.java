// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

/**
 * Multiplication by a Hadamard matrix, in blocks of neighbouring channels, with the signs of some rows and columns
 * turned. It is orthogonal and its own inverse, so a product stays what it is if both factors are rotated; but a
 * channel far larger than its neighbours is spread over all of them, and the others keep their bits.
 *
 * <p>The signs are those of a vector that the matrix itself leaves as it is, where a block is a power of 4. Channels
 * that are all equal then stay equal, so the mean of the channels stays the same and is still subtracted by a
 * LayerNorm: the norm of a rotated vector is the rotated norm.
 */
public final class Rotation {
    /** Larger blocks take longer and spread little better (docs/adr/0010-eight-bits.md). */
    private static final int LARGEST = 32;

    /** Where a rotation is part of the weights, so that its size costs nothing in a pass. */
    private static final int LARGEST_FOLDED = 256;

    private static final int EVEN_BITS = 0x5555_5555;

    private Rotation() {}

    /** Channels of a block that is rotated in a pass, a power of two that divides the number of channels. */
    public static int block(int channels) {
        return Math.min(LARGEST, Integer.lowestOneBit(channels));
    }

    /** Channels of a block between two LayerNorms, a power of four that divides the number of channels. */
    public static int blockBetweenNorms(int channels) {
        int largest = Math.min(LARGEST_FOLDED, Integer.lowestOneBit(channels));
        return (largest & EVEN_BITS) == 0 ? largest / 2 : largest;
    }

    /** The matrix of a block, row by row: [block, block]. It is symmetric. */
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
    public static void rotate(float[] values, int from, int count, int stride, int block) {
        if (block == 1) {
            return;
        }
        sign(values, from, count, stride, block, 1);
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
        sign(values, from, count, stride, block, (float) (1 / Math.sqrt(block)));
    }

    /** Multiplies by a number and turns the signs of the places with an odd number of digits 3 to the base of 4. */
    private static void sign(float[] values, int from, int count, int stride, int block, float scale) {
        for (int i = 0; i < count; i++) {
            int place = i & (block - 1);
            boolean turned = (Integer.bitCount(place & (place >> 1) & EVEN_BITS) & 1) == 1;
            values[from + i * stride] *= turned ? -scale : scale;
        }
    }
}
