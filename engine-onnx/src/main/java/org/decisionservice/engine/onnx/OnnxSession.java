// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.ParameterStore;
import ai.onnxruntime.OrtException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.engine.kit.PassModel;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.onnx.pass.GraphInputs;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.onnx.quantize.QuantizedTensors;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Row;

/**
 * One session. Inputs are passed as direct memory; outputs are copied once, to the heap.
 *
 * @param inMemory weights that the session reads from there, if any; closed with it
 * @param window largest distance of sliding attention, in positions
 */
record OnnxSession(
        Model model, Optional<QuantizedTensors> inMemory, Set<PassInput> inputs, int window, OptionLayout layout)
        implements PassModel.Session {

    @Override
    public Logits compute(List<Row> rows, boolean stateMeans) {
        Logits logits = run(rows, stateMeans);
        try {
            PassMemory.giveBack(rows, model, inputs, window, layout);
        } catch (OrtException e) {
            throw RuntimeErrors.translate("giving the memory of a pass back", e);
        }
        return logits;
    }

    private Logits run(List<Row> rows, boolean stateMeans) {
        GraphInputs values = GraphInputs.of(rows, window, layout, stateMeans);
        try (Arena arena = Arena.ofConfined();
                NDManager manager = model.getNDManager().newSubManager()) {
            NDList outputs =
                    model.getBlock().forward(new ParameterStore(manager, false), inputs(values, arena, manager), false);
            FloatBuffer optionLogits = floats(outputs, DecisionGraph.LOGITS);
            FloatBuffer actions = floats(outputs, DecisionGraph.ACTS);
            int actionCount = actions.capacity() / rows.size();
            List<float[]> logits = new ArrayList<>(rows.size());
            float[] acts = new float[rows.size()];
            for (int r = 0; r < acts.length; r++) {
                float[] row = new float[rows.get(r).options()];
                optionLogits.get(row);
                logits.add(row);
                acts[r] = actions.get(r * actionCount);
            }
            return new Logits(logits, acts, stateMeans ? means(outputs, acts.length) : List.of());
        }
    }

    private static List<float[]> means(NDList outputs, int rows) {
        FloatBuffer all = floats(outputs, DecisionGraph.STATE_MEANS);
        List<float[]> means = new ArrayList<>(rows);
        for (int r = 0; r < rows; r++) {
            float[] row = new float[all.capacity() / rows];
            all.get(row);
            means.add(row);
        }
        return means;
    }

    private NDList inputs(GraphInputs values, Arena arena, NDManager manager) {
        NDList list = new NDList(inputs.size());
        for (PassInput input : inputs) {
            Shape shape = new Shape(values.shape(input));
            ByteBuffer buffer = arena.allocate(Integer.BYTES * shape.size(), Integer.BYTES)
                    .asByteBuffer()
                    .order(ByteOrder.nativeOrder());
            values.write(input, buffer);
            NDArray array = manager.create(buffer, shape, type(input.element()));
            array.setName(input.graphName());
            list.add(array);
        }
        return list;
    }

    private static DataType type(PassInput.Element element) {
        return switch (element) {
            case INT32 -> DataType.INT32;
            case FLOAT32 -> DataType.FLOAT32;
        };
    }

    private static FloatBuffer floats(NDList outputs, String name) {
        return outputs.get(name).toByteBuffer().asFloatBuffer();
    }

    @Override
    public void close() {
        model.close();
        inMemory.ifPresent(QuantizedTensors::close);
    }
}
