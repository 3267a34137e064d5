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
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.decisionservice.engine.kit.PassModel;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.onnx.pass.GraphInputs;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.onnx.pass.PassTensors;
import org.decisionservice.engine.onnx.weights.WeightsInMemory;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Interruption;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Row;

/**
 * One session. Inputs are passed as direct memory; outputs are copied once, to the heap.
 *
 * @param device that it computes on
 * @param inMemory weights that the session reads from there, if any; closed with it
 * @param window largest distance of sliding attention, in positions
 */
record OnnxSession(
        Model model,
        Device device,
        Optional<WeightsInMemory> inMemory,
        Set<PassInput> inputs,
        int window,
        OptionLayout layout)
        implements PassModel.Session {

    @Override
    public Logits compute(List<Row> rows, boolean stateVectors) {
        Logits logits = run(rows, stateVectors);
        giveMemoryBack(rows);
        return logits;
    }

    @Override
    public Logits compute(List<Row> rows, boolean stateVectors, Interruption interruption) {
        try {
            Logits logits = run(rows, stateVectors, interruption);
            giveMemoryBack(rows);
            return logits;
        } catch (OrtException e) {
            throw RuntimeErrors.translate("forward pass", e);
        }
    }

    /** The memory of a pass of the usual lengths is kept for the next one. */
    private void giveMemoryBack(List<Row> rows) {
        if (PassModel.isLong(rows)) {
            PassMemory.giveBack(model, device, inputs, window, layout);
        }
    }

    /** DJL's run takes no options, and only options can have a run end. */
    private Logits run(List<Row> rows, boolean stateVectors, Interruption interruption) throws OrtException {
        Optional<OrtSession> session = PassMemory.session(model);
        if (session.isEmpty()) {
            return run(rows, stateVectors);
        }
        Map<String, OnnxTensor> tensors = PassTensors.of(inputs, GraphInputs.of(rows, window, layout, stateVectors));
        try (OrtSession.RunOptions options = new OrtSession.RunOptions()) {
            // A run that is told to end is an error to the runtime, which would say so on standard error.
            options.setLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
            return interruption.during(() -> terminate(options), () -> {
                try (OrtSession.Result outputs = session.get().run(tensors, options)) {
                    return logits(
                            rows,
                            stateVectors,
                            name -> ((OnnxTensor) outputs.get(name).orElseThrow()).getFloatBuffer());
                } catch (OrtException e) {
                    throw RuntimeErrors.translate("forward pass", e);
                }
            });
        } finally {
            tensors.values().forEach(OnnxTensor::close);
        }
    }

    private static void terminate(OrtSession.RunOptions options) {
        try {
            options.setTerminate(true);
        } catch (OrtException e) {
            throw RuntimeErrors.translate("ending a pass", e);
        }
    }

    private Logits run(List<Row> rows, boolean stateVectors) {
        GraphInputs values = GraphInputs.of(rows, window, layout, stateVectors);
        try (Arena arena = Arena.ofConfined();
                NDManager manager = model.getNDManager().newSubManager()) {
            NDList outputs =
                    model.getBlock().forward(new ParameterStore(manager, false), inputs(values, arena, manager), false);
            return logits(
                    rows, stateVectors, name -> outputs.get(name).toByteBuffer().asFloatBuffer());
        }
    }

    /** Copies the outputs of a run, which {@code outputs} has by name. */
    private static Logits logits(List<Row> rows, boolean stateVectors, Function<String, FloatBuffer> outputs) {
        FloatBuffer optionLogits = outputs.apply(DecisionGraph.LOGITS);
        FloatBuffer actions = outputs.apply(DecisionGraph.ACTS);
        int actionCount = actions.capacity() / rows.size();
        List<float[]> logits = new ArrayList<>(rows.size());
        float[] acts = new float[rows.size()];
        for (int r = 0; r < acts.length; r++) {
            float[] row = new float[rows.get(r).options()];
            optionLogits.get(row);
            logits.add(row);
            acts[r] = actions.get(r * actionCount);
        }
        return new Logits(
                logits,
                acts,
                stateVectors ? vectors(outputs.apply(DecisionGraph.STATE_VECTORS), acts.length) : List.of());
    }

    private static List<float[]> vectors(FloatBuffer all, int rows) {
        List<float[]> vectors = new ArrayList<>(rows);
        for (int r = 0; r < rows; r++) {
            float[] row = new float[all.capacity() / rows];
            all.get(row);
            vectors.add(row);
        }
        return vectors;
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

    @Override
    public void close() {
        model.close();
        inMemory.ifPresent(WeightsInMemory::close);
    }
}
