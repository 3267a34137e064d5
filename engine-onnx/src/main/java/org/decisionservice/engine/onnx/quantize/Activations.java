// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

/** How many bits the activations have that are multiplied by 8-bit weights. */
public enum Activations {
    EIGHT_BITS(8),

    /**
     * A byte, and another one for what the first leaves over: twice the products, for differences that come from the
     * weights alone.
     */
    SIXTEEN_BITS(16);

    private final int bits;

    Activations(int bits) {
        this.bits = bits;
    }

    /** As in a log line. */
    @Override
    public String toString() {
        return bits + "-bit activations";
    }
}
