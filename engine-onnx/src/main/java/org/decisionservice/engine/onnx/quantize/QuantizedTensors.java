// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.decisionservice.engine.kit.Weights;

/**
 * Quantised weights in memory, where no folder is there to keep them in. They may be closed once a session that was
 * given them is open: their memory is the runtime's own, and what a session reads during a pass stays until the session
 * is closed. Tensors on buffers of Java's would have to outlive the session.
 */
public final class QuantizedTensors implements AutoCloseable {
    private final Map<String, OnnxTensor> byName = new ConcurrentHashMap<>();

    private QuantizedTensors() {}

    /** Quantises every matrix of the layout, on all processors. */
    public static QuantizedTensors of(QuantizedLayout layout, Weights weights, ChannelMeans means, WeightRange range)
            throws OrtException {
        QuantizedTensors tensors = new QuantizedTensors();
        List<OrtException> failed = layout.matrices().parallelStream()
                .flatMap(matrix -> tensors.add(matrix.alone(), weights, means, range).stream())
                .toList();
        if (!failed.isEmpty()) {
            tensors.close();
            throw failed.getFirst();
        }
        return tensors;
    }

    /** Returns why it was not added. */
    private Optional<OrtException> add(
            QuantizedLayout.Matrix matrix, Weights weights, ChannelMeans means, WeightRange range) {
        byte[] bytes = new byte[Math.toIntExact(matrix.end())];
        MemorySegment values = MemorySegment.ofArray(bytes);
        new MatrixQuantizer(matrix, weights, means, range).write(values);
        byte[][] rows = new byte[matrix.inputs()][];
        for (int input = 0; input < rows.length; input++) {
            rows[input] = Arrays.copyOfRange(bytes, input * matrix.outputs(), (input + 1) * matrix.outputs());
        }
        try {
            add(matrix.weightsName(), rows);
            add(matrix.scalesName(), floats(values, matrix.scalesOffset(), matrix.outputs()));
            add(matrix.biasName(), floats(values, matrix.biasOffset(), matrix.outputs()));
            return Optional.empty();
        } catch (OrtException e) {
            return Optional.of(e);
        }
    }

    /** An array is copied into memory of the runtime, unlike a buffer. */
    private void add(String name, Object array) throws OrtException {
        byName.put(name, OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), array));
    }

    private static float[] floats(MemorySegment values, long offset, int count) {
        return values.asSlice(offset, (long) Float.BYTES * count).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
    }

    /** The tensors by the names that they have in a graph of the same layout. */
    public Map<String, OnnxTensorLike> byName() {
        return Collections.unmodifiableMap(byName);
    }

    @Override
    public void close() {
        byName.values().forEach(OnnxTensor::close);
        byName.clear();
    }
}
