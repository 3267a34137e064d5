// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.spi.TensorInfo;

/** The place of every quantised matrix in its file. Filled while a graph is written. */
public final class QuantizedLayout {
    /** Size of a cache line in bytes; every matrix begins at the start of one. */
    private static final long ALIGNMENT = 64;

    private final ByteRange range;
    private final SequencedMap<String, Matrix> matrices = new LinkedHashMap<>();
    private long end;

    /** @param range of the bytes that are multiplied */
    public QuantizedLayout(ByteRange range) {
        this.range = range;
    }

    public ByteRange range() {
        return range;
    }

    /** What is added to a product. */
    public enum Bias {
        /** Nothing. */
        NONE,
        /** The bias of the layer. */
        OWN,
        /** The bias of the layer, if it has one, and the product of the mean that what it reads is centred on. */
        WITH_MEAN
    }

    /**
     * The bases that a layer computes in.
     *
     * @param inputBlock channels of a block that its input is rotated in; see {@link Rotation}
     * @param gain of the norm before the layer, if that has none in the graph: [in]
     * @param outputBlock channels of a block that its output is to be rotated in
     */
    public record Basis(int inputBlock, Optional<TensorInfo> gain, int outputBlock, Bias bias) {
        /** Of a layer that reads what is centred and writes what is not rotated. */
        public static Basis of(int inputBlock) {
            return new Basis(inputBlock, Optional.empty(), 1, Bias.WITH_MEAN);
        }
    }

    /**
     * One matrix and the bias that goes with it.
     *
     * @param linear the layer in the checkpoint's file, with weights [out, in]
     * @param weightsOffset offset of the signed bytes [in, out]
     * @param scalesOffset offset of the float32 scales [out]; a weight is its byte times the scale of its output
     * @param biasOffset offset of the float32 bias [out]; zeros without a bias
     */
    public record Matrix(Linear linear, Basis basis, long weightsOffset, long scalesOffset, long biasOffset) {
        /** The name of the layer's weight. */
        public String name() {
            return linear.weight().name();
        }

        public int outputs() {
            return Math.toIntExact(linear.weight().shape().getFirst());
        }

        public int inputs() {
            return Math.toIntExact(linear.weight().shape().getLast());
        }

        /** The name of the bytes in a graph. */
        public String weightsName() {
            return name() + ".int8";
        }

        /** The name of the scales in a graph. */
        public String scalesName() {
            return name() + ".scales";
        }

        /** The name of the bias in a graph. */
        public String biasName() {
            return name() + ".bias.int8";
        }
    }

    /** The place of a layer [out, in], assigned when it is first requested. */
    public Matrix place(Linear linear, Basis basis) {
        TensorInfo weight = linear.weight();
        return matrices.computeIfAbsent(weight.name(), _ -> {
            long vector = Float.BYTES * weight.shape().getFirst();
            return new Matrix(linear, basis, take(weight.elements()), take(vector), take(vector));
        });
    }

    private long take(long bytes) {
        long start = end;
        end = Math.ceilDiv(start + bytes, ALIGNMENT) * ALIGNMENT;
        return start;
    }

    Collection<Matrix> matrices() {
        return Collections.unmodifiableCollection(matrices.values());
    }

    /** Quantises every matrix into its place in a file, mapped, or in memory of that size; on all processors. */
    void fill(MemorySegment target, Weights weights, ChannelMeans means) {
        matrices().parallelStream().forEach(matrix -> new MatrixQuantizer(matrix, weights, means, range).write(target));
    }

    /** Size of the file in bytes. */
    public long size() {
        return end;
    }
}
