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
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.decisionservice.engine.kit.NativeHeap;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.onnx.pass.GraphInputs;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/** One session. Inputs are passed as direct memory; outputs are copied once, to the heap. */
final class OnnxModel implements LoadedModel {
    private final Model model;
    private final Device device;
    private final Precision precision;
    private final Set<PassInput> inputs;
    private final int window;
    private final OptionLayout layout;
    private final PassPlanner planner;
    private boolean closed;

    /** @param window largest distance of sliding attention, in positions */
    OnnxModel(
            Model model,
            Device device,
            Precision precision,
            Set<PassInput> inputs,
            int window,
            OptionLayout layout,
            PassPlanner planner) {
        this.model = model;
        this.device = device;
        this.precision = precision;
        this.inputs = inputs;
        this.window = window;
        this.layout = layout;
        this.planner = planner;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public Precision precision() {
        return precision;
    }

    @Override
    public Logits forward(RowBatch rows) {
        return forward(rows, () -> false);
    }

    @Override
    public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
        if (closed) {
            throw new IllegalStateException("the model is closed");
        }
        float[][] logits = new float[rows.size()][];
        float[] acts = new float[rows.size()];
        try {
            for (List<Integer> pass : planner.plan(rows)) {
                LoadedModel.goOnUnless(abandoned);
                run(rows, pass, logits, acts);
            }
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            throw RuntimeErrors.translate("forward pass", e);
        }
        return new Logits(Arrays.asList(logits), acts);
    }

    private void run(RowBatch batch, List<Integer> indexes, float[][] logits, float[] acts) {
        List<Row> rows = indexes.stream().map(batch::row).toList();
        GraphInputs values = GraphInputs.of(rows, window, layout);
        try (Arena arena = Arena.ofConfined();
                NDManager manager = model.getNDManager().newSubManager()) {
            NDList outputs =
                    model.getBlock().forward(new ParameterStore(manager, false), inputs(values, arena, manager), false);
            FloatBuffer optionLogits = floats(outputs, DecisionGraph.LOGITS);
            FloatBuffer actions = floats(outputs, DecisionGraph.ACTS);
            int actionCount = actions.capacity() / rows.size();
            for (int r = 0; r < rows.size(); r++) {
                float[] row = new float[rows.get(r).options()];
                optionLogits.get(row);
                logits[indexes.get(r)] = row;
                acts[indexes.get(r)] = actions.get(r * actionCount);
            }
        }
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
        if (!closed) {
            closed = true;
            model.close();
            NativeHeap.trim();
        }
    }
}
