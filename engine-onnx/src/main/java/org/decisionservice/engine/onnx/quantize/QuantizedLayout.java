// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.decisionservice.engine.spi.TensorInfo;

/** The place of every quantised matrix in its file. Filled while a graph is written. */
public final class QuantizedLayout {
    /** Size of a cache line in bytes; every matrix begins at the start of one. */
    private static final long ALIGNMENT = 64;

    private final SequencedMap<String, Matrix> matrices = new LinkedHashMap<>();
    private long end;

    /**
     * One matrix.
     *
     * @param source the weights [out, in] in the checkpoint's file
     * @param weightsOffset offset of the signed bytes [in, out]
     * @param scalesOffset offset of the float32 scales [out]; a weight is its byte times the scale of its output
     */
    public record Matrix(TensorInfo source, long weightsOffset, long scalesOffset) {
        public int outputs() {
            return Math.toIntExact(source.shape().getFirst());
        }

        public int inputs() {
            return Math.toIntExact(source.shape().getLast());
        }
    }

    /** The place of a matrix [out, in], assigned when it is first requested. */
    public Matrix place(TensorInfo source) {
        return matrices.computeIfAbsent(source.name(), _ -> {
            long weights = take(source.elements());
            return new Matrix(source, weights, take(Float.BYTES * source.shape().getFirst()));
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

    /** Size of the file in bytes. */
    long size() {
        return end;
    }
}
