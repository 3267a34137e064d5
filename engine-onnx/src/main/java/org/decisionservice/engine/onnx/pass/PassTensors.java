// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.pass;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The inputs of a pass as tensors of the runtime. */
public final class PassTensors {
    private PassTensors() {}

    /** The wanted inputs by their name in the graph, in direct memory. The caller closes them. */
    public static Map<String, OnnxTensor> of(Collection<PassInput> wanted, GraphInputs values) throws OrtException {
        Map<String, OnnxTensor> tensors = new HashMap<>();
        try {
            for (PassInput input : wanted) {
                tensors.put(input.graphName(), tensor(input, values));
            }
        } catch (OrtException e) {
            tensors.values().forEach(OnnxTensor::close);
            throw e;
        }
        return tensors;
    }

    private static OnnxTensor tensor(PassInput input, GraphInputs values) throws OrtException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        long[] shape = values.shape(input);
        long elements = Arrays.stream(shape).reduce(1, Math::multiplyExact);
        ByteBuffer bytes = ByteBuffer.allocateDirect(Math.toIntExact(Integer.BYTES * elements))
                .order(ByteOrder.nativeOrder());
        values.write(input, bytes);
        return switch (input.element()) {
            case INT32 -> OnnxTensor.createTensor(environment, bytes.asIntBuffer(), shape);
            case FLOAT32 -> OnnxTensor.createTensor(environment, bytes.asFloatBuffer(), shape);
        };
    }
}
