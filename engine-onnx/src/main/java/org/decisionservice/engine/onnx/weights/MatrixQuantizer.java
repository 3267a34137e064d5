// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.weights.QuantizedLayout.Bias;

/**
 * Quantises one matrix in the bases of its layer, output by output: the largest weight of an output becomes the largest
 * byte of the range, or its largest pair becomes the largest pair. The product with the means becomes part of the bias.
 */
final class MatrixQuantizer {
    /** Outputs processed at a time, at least: transposed, they fill a cache line. */
    private static final int TILE = 64;

    /**
     * Adding this to a small float puts the nearest integer (half to even) into the low bits of the sum. Rounding this
     * way compiles to vector instructions.
     */
    private static final float ROUNDER = 0x1.8p23f;

    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    private final QuantizedLayout.Matrix matrix;
    private final Weights weights;
    private final ByteRange range;
    private final int inputs;
    private final float[] means;
    private final Optional<float[]> gain;
    /** No block of rotated outputs crosses a tile. */
    private final int tile;

    MatrixQuantizer(QuantizedLayout.Matrix matrix, Weights weights, ChannelMeans means, ByteRange range) {
        this.matrix = matrix;
        this.weights = weights;
        this.range = range;
        this.inputs = matrix.inputs();
        this.means = matrix.basis().bias() == Bias.WITH_MEAN ? means.of(matrix.name()) : new float[inputs];
        this.gain = matrix.basis().gain().map(weights::toFloats);
        this.tile = Math.max(TILE, matrix.basis().outputBlock());
    }

    /** @param file the file, mapped, or its contents in memory */
    void write(MemorySegment file) {
        byte[] bytes = new byte[tile * inputs];
        byte[] column = new byte[tile];
        for (int first = 0; first < matrix.outputs(); first += tile) {
            int outputs = Math.min(tile, matrix.outputs() - first);
            float[] values = weights.toFloats(matrix.linear().weight().rows(first, outputs));
            writeBias(values, first, outputs, file);
            rotate(values, outputs);
            for (int output = 0; output < outputs; output++) {
                float scale = scale(values, output * inputs);
                quantize(values, output * inputs, 1 / scale, bytes);
                file.set(FLOAT, matrix.scalesOffset() + (long) Float.BYTES * (first + output), scale);
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
        // Otherwise both files would be resident as a whole before the last matrix is written.
        weights.unload(matrix.linear().weight());
        if (file.isMapped()) {
            file.asSlice(matrix.weightsOffset(), (long) matrix.outputs() * inputs)
                    .unload();
        }
    }

    private void writeBias(float[] values, int first, int outputs, MemorySegment file) {
        if (matrix.basis().bias() == Bias.NONE) {
            return;
        }
        float[] bias = matrix.linear()
                .bias()
                .map(stored -> weights.toFloats(stored.rows(first, outputs)))
                .orElseGet(() -> new float[outputs]);
        for (int output = 0; output < outputs; output++) {
            double product = 0;
            for (int input = 0; input < inputs; input++) {
                product += (double) values[output * inputs + input] * means[input];
            }
            bias[output] = (float) (bias[output] + product);
        }
        Rotation.rotate(bias, 0, outputs, 1, matrix.basis().outputBlock());
        MemorySegment.copy(bias, 0, file, FLOAT, matrix.biasOffset() + (long) Float.BYTES * first, outputs);
    }

    private void rotate(float[] values, int outputs) {
        gain.ifPresent(factors -> {
            for (int i = 0; i < outputs * inputs; i++) {
                values[i] *= factors[i % inputs];
            }
        });
        Rotation.rotate(values, 0, outputs * inputs, 1, matrix.basis().inputBlock());
        if (matrix.basis().outputBlock() > 1) {
            for (int input = 0; input < inputs; input++) {
                Rotation.rotate(values, input, outputs, inputs, matrix.basis().outputBlock());
            }
        }
    }

    private float scale(float[] values, int from) {
        float largest = largest(values, from);
        // An output whose weights are all 0 is 0 whatever its scale.
        if (largest == 0) {
            return 1;
        }
        float scale = largest / range.largestWeight();
        // Rounding makes a pair larger by up to 1.
        return range == ByteRange.FULL ? scale : Math.max(scale, largestPair(values, from) / (range.largestPair() - 1));
    }

    private float largest(float[] values, int from) {
        // Without the sign, floats are ordered like their bits, and a maximum of integers compiles to vector
        // instructions.
        int largest = 0;
        for (int i = from; i < from + inputs; i++) {
            largest = Math.max(largest, Float.floatToRawIntBits(values[i]) & Integer.MAX_VALUE);
        }
        return Float.intBitsToFloat(largest);
    }

    private float largestPair(float[] values, int from) {
        float largest = 0;
        for (int i = from; i + 1 < from + inputs; i += 2) {
            largest = Math.max(largest, Math.abs(values[i] + values[i + 1]));
        }
        return largest;
    }

    private void quantize(float[] values, int from, float inverse, byte[] target) {
        for (int i = from; i < from + inputs; i++) {
            target[i] = (byte) Float.floatToRawIntBits(values[i] * inverse + ROUNDER);
        }
    }
}
