// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

/**
 * How large the bytes of activations and weights may be, so that every sum of their products is exact. A weight has the
 * whole symmetric range of a signed byte.
 */
public enum ByteRange {
    /** For processors that multiply bytes and add the products in 32 bits. */
    FULL(127),

    /**
     * For processors that add the products of two neighbouring inputs in 16 bits and cut off what does not fit. The sum
     * of two neighbouring weights is bounded, by what the largest activation leaves: 163 with 200. That bound takes
     * some steps from outputs with a large pair, and activations lose a fifth of theirs. One bit less for all weights
     * moves answers further (docs/adr/0010-eight-bits.md).
     */
    PAIRED(100);

    private static final int LARGEST_SUM = Short.MAX_VALUE;
    private static final int LARGEST_WEIGHT = Byte.MAX_VALUE;

    private final int steps;

    ByteRange(int steps) {
        this.steps = steps;
    }

    /** Steps of an activation on either side of 0. */
    public int steps() {
        return steps;
    }

    /** The unsigned byte that stands for an activation of 0. */
    public int zeroPoint() {
        return this == FULL ? 128 : steps;
    }

    /** The largest absolute value of a weight. */
    public int largestWeight() {
        return LARGEST_WEIGHT;
    }

    /** The largest absolute value of the sum of weights of two neighbouring inputs, the first of an even index. */
    public int largestPair() {
        return this == FULL ? 2 * LARGEST_WEIGHT : LARGEST_SUM / (2 * steps);
    }
}
