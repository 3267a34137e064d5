// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.onnx.graph.WindowGraph;
import org.decisionservice.engine.onnx.pass.GraphInputs;
import org.decisionservice.engine.onnx.pass.PassTensors;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A GPU's sliding attention has operators of the CPU only, so its graph runs here too. */
class WindowAttentionTest {
    private static final int HIDDEN = 8;
    private static final int HEADS = 2;
    private static final int WINDOW = 5;

    static Stream<List<Integer>> lengths() {
        return Stream.of(List.of(3), List.of(6, 2), List.of(7), List.of(40, 41, 3), List.of(200, 1, 130), List.of(64));
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void aGpuMakesTheMaskThatTheCpuIsGiven(List<Integer> lengths) throws OrtException {
        List<Row> rows = lengths.stream()
                .map(length -> new Row(new int[length], new int[] {0}, 0))
                .toList();
        assertThat(attended(rows, Device.Kind.CUDA)).containsExactly(attended(rows, Device.Kind.CPU), within(1e-6f));
    }

    private static float[] attended(List<Row> rows, Device.Kind device) throws OrtException {
        DecisionGraph graph = WindowGraph.of(device, HIDDEN, HEADS, WINDOW);
        RuntimeStart.runtime();
        OrtEnvironment runtime = OrtEnvironment.getEnvironment();
        Map<String, OnnxTensor> inputs = new HashMap<>(
                PassTensors.of(graph.inputs(), GraphInputs.of(rows, WINDOW, OptionLayout.SEQUENTIAL, false)));
        int tokens = rows.stream().mapToInt(Row::length).sum();
        for (String operand : WindowGraph.OPERANDS) {
            Random random = new Random(operand.hashCode());
            float[] values = new float[tokens * HIDDEN];
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) random.nextGaussian();
            }
            inputs.put(
                    operand, OnnxTensor.createTensor(runtime, FloatBuffer.wrap(values), new long[] {tokens, HIDDEN}));
        }
        try (OrtSession session = runtime.createSession(graph.model());
                OrtSession.Result outputs = session.run(inputs)) {
            FloatBuffer buffer = ((OnnxTensor) outputs.get(0)).getFloatBuffer();
            float[] attended = new float[buffer.remaining()];
            buffer.get(attended);
            return attended;
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }
}
