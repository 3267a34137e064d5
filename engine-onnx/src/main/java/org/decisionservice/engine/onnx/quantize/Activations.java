// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

/**
 * How many bits the activations have that are multiplied by 8-bit weights. 16 bits are a byte, and another one for what
 * the first leaves over: twice the products, for differences that come from the weights alone. The fastest comes first.
 */
public enum Activations {
    EIGHT_BITS("8-bit activations", false, false),

    /**
     * 16 bits where attention is computed, which is a third of the products and moves answers furthest: its softmax
     * magnifies what its queries and keys are off by.
     */
    SIXTEEN_BITS_IN_ATTENTION("16-bit activations in attention", true, false),

    SIXTEEN_BITS("16-bit activations", true, true);

    private final String name;
    private final boolean attention;
    private final boolean others;

    Activations(String name, boolean attention, boolean others) {
        this.name = name;
        this.attention = attention;
        this.others = others;
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
