// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

/** How many bits the activations have that are multiplied by 8-bit weights. */
public enum Activations {
    EIGHT_BITS(1),

    /**
     * A byte, and another one for what the first leaves over: twice the products, for differences that come from the
     * weights alone.
     */
    SIXTEEN_BITS(2);

    private final int bytes;

    Activations(int bytes) {
        this.bytes = bytes;
    }

    /** Bytes that every activation becomes. */
    public int bytes() {
        return bytes;
    }

    /** As in a log line. */
    @Override
    public String toString() {
        return 8 * bytes + "-bit activations";
    }
}
