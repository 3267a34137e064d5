// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.decisionservice.engine.spi.Weights;

/** Quantises one matrix, output by output: the largest weight of an output becomes the largest byte of the range. */
final class MatrixQuantizer {
    /** Outputs processed at a time: transposed, they fill a cache line. */
    private static final int TILE = 64;

    /**
     * Adding this to a small float puts the nearest integer (half to even) into the low bits of the sum. Rounding this
     * way compiles to vector instructions.
     */
    private static final float ROUNDER = 0x1.8p23f;

    private final QuantizedLayout.Matrix matrix;
    private final Weights weights;
    private final int largestByte;
    private final int inputs;

    MatrixQuantizer(QuantizedLayout.Matrix matrix, Weights weights, WeightRange range) {
        this.matrix = matrix;
        this.weights = weights;
        this.largestByte = range.largest();
        this.inputs = matrix.inputs();
    }

    void write(MemorySegment file) {
        byte[] bytes = new byte[TILE * inputs];
        byte[] column = new byte[TILE];
        for (int first = 0; first < matrix.outputs(); first += TILE) {
            int outputs = Math.min(TILE, matrix.outputs() - first);
            float[] values = weights.toFloats(matrix.source().rows(first, outputs));
            for (int output = 0; output < outputs; output++) {
                float scale = scale(values, output * inputs);
                quantize(values, output * inputs, 1 / scale, bytes);
                file.set(
                        ValueLayout.JAVA_FLOAT_UNALIGNED,
                        matrix.scalesOffset() + (long) Float.BYTES * (first + output),
                        scale);
            }
            for (int input = 0; input < inputs; input++) {
                for (int output = 0; output < outputs; output++) {
                    column[output] = bytes[output * inputs + input];
                }
                MemorySegment.copy(
                        column,
                        0,
                        file,
                        ValueLayout.JAVA_BYTE,
                        matrix.weightsOffset() + (long) input * matrix.outputs() + first,
                        outputs);
            }
        }
    }

    private float scale(float[] values, int from) {
        // Without the sign, floats are ordered like their bits, and a maximum of integers compiles to vector
        // instructions.
        int largest = 0;
        for (int i = from; i < from + inputs; i++) {
            largest = Math.max(largest, Float.floatToRawIntBits(values[i]) & Integer.MAX_VALUE);
        }
        // An output whose weights are all 0 is 0 whatever its scale.
        return largest > 0 ? Float.intBitsToFloat(largest) / largestByte : 1;
    }

    private void quantize(float[] values, int from, float inverse, byte[] target) {
        for (int i = from; i < from + inputs; i++) {
            target[i] = (byte) Float.floatToRawIntBits(values[i] * inverse + ROUNDER);
        }
    }
}
