// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

/**
 * How many bits the activations have that are multiplied by 8-bit weights. 16 bits are a byte, and another one for what
 * the first leaves over: twice the products, for differences that come from the weights alone. The fastest comes first.
 */
public enum Activations {
    /**
     * 8 bits, with a scale for every token except behind the norms of a pre-norm encoder: their rows are of one length
     * and rotated, so they are as good as alike, and one scale for all makes it part of the product.
     */
    EIGHT_BITS_ALIKE_BEHIND_NORMS("8-bit activations, of one scale behind norms", true, false, false),

    EIGHT_BITS("8-bit activations", false, false, false),

    /**
     * 16 bits where attention is computed, which is a third of the products and moves answers furthest: its softmax
     * magnifies what its queries and keys are off by.
     */
    SIXTEEN_BITS_IN_ATTENTION("16-bit activations in attention", false, true, false),

    SIXTEEN_BITS("16-bit activations", false, true, true);

    private final String name;
    private final boolean alike;
    private final boolean attention;
    private final boolean others;

    Activations(String name, boolean alike, boolean attention, boolean others) {
        this.name = name;
        this.alike = alike;
        this.attention = attention;
        this.others = others;
    }

    /** Whether all tokens have the same scale behind the norms of a pre-norm encoder. */
    public boolean alikeBehindNorms() {
        return alike;
    }

    /** Whether queries, keys, values and outputs of an attention are computed from 16 bits. */
    public boolean twoBytesInAttention() {
        return attention;
    }

    /** Whether all other layers are computed from 16 bits. */
    public boolean twoBytesElsewhere() {
        return others;
    }

    /** As in a log line. */
    @Override
    public String toString() {
        return name;
    }
}
