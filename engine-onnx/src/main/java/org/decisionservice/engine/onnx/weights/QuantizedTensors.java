// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.decisionservice.engine.kit.NativeHeap;
import org.decisionservice.engine.kit.Weights;

/**
 * Quantised weights in memory, where no folder is there to keep them in. Closed after the session that reads them, and
 * trimmed once that is open: scales and biases are read during a pass, and weights only when the runtime packs them.
 */
public final class QuantizedTensors implements WeightsInMemory {
    /** Where a page begins, whatever its size is. */
    private static final long ALIGNMENT = 1 << 16;

    private final Arena arena = Arena.ofShared();
    private final QuantizedLayout layout;
    private final MemorySegment memory;
    private final Map<String, OnnxTensor> byName = new HashMap<>();

    /** Quantises every matrix of the layout, on all processors. */
    public QuantizedTensors(QuantizedLayout layout, Weights weights, ChannelMeans means) throws OrtException {
        this.layout = layout;
        this.memory = arena.allocate(Math.max(1, layout.size()), ALIGNMENT);
        try {
            layout.fill(memory, weights, means);
            for (QuantizedLayout.Matrix matrix : layout.matrices()) {
                OrtEnvironment environment = OrtEnvironment.getEnvironment();
                long[] shape = {matrix.inputs(), matrix.outputs()};
                ByteBuffer bytes = buffer(matrix.weightsOffset(), shape[0] * shape[1]);
                byName.put(matrix.weightsName(), OnnxTensor.createTensor(environment, bytes, shape, OnnxJavaType.INT8));
                put(environment, matrix.scalesName(), matrix.scalesOffset(), matrix.outputs());
                if (matrix.basis().bias() != QuantizedLayout.Bias.NONE) {
                    put(environment, matrix.biasName(), matrix.biasOffset(), matrix.outputs());
                }
            }
        } catch (OrtException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void put(OrtEnvironment environment, String name, long offset, long count) throws OrtException {
        ByteBuffer bytes = buffer(offset, Float.BYTES * count);
        byName.put(name, OnnxTensor.createTensor(environment, bytes.asFloatBuffer(), new long[] {count}));
    }

    private ByteBuffer buffer(long offset, long size) {
        return memory.asSlice(offset, size).asByteBuffer().order(ByteOrder.nativeOrder());
    }

    Map<String, OnnxTensor> byName() {
        return Collections.unmodifiableMap(byName);
    }

    @Override
    public void addTo(OrtSession.SessionOptions session) throws OrtException {
        for (Map.Entry<String, OnnxTensor> weight : byName.entrySet()) {
            session.addInitializer(weight.getKey(), weight.getValue());
        }
    }

    @Override
    public void trim() {
        layout.matrices()
                .forEach(matrix -> NativeHeap.forget(
                        memory.asSlice(matrix.weightsOffset(), (long) matrix.inputs() * matrix.outputs())));
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            byName.values().forEach(OnnxTensor::close);
            arena.close();
        }
    }
}
