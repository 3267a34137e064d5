// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.SessionOpener.Weighing;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.onnx.graph.PartGraph;
import org.decisionservice.engine.onnx.pass.GraphInputs;
import org.decisionservice.engine.onnx.pass.PassTensors;
import org.decisionservice.engine.onnx.weights.ChannelMeans;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/**
 * Answers rows once in float32 and takes the means of what every linear layer reads. A few layers run at a time, on
 * weights that stay in the mapped file, so it needs little memory.
 */
final class ExactPass {
    /** Layers whose weights are in memory at the same time. */
    private static final int LAYERS = 4;

    private final RowBatch batch;
    private final List<Pass> passes;
    private final float[][] logits;
    private final float[] acts;
    private final ChannelMeans means = new ChannelMeans();

    /** Some of the rows on their way through the layers. */
    private static final class Pass {
        final List<Integer> indexes;
        final GraphInputs inputs;
        final int tokens;
        Optional<float[]> hidden = Optional.empty();

        Pass(RowBatch batch, List<Integer> indexes, int window, OptionLayout layout) {
            List<Row> rows = indexes.stream().map(batch::row).toList();
            this.indexes = indexes;
            this.inputs = GraphInputs.of(rows, window, layout, false);
            this.tokens = rows.stream().mapToInt(Row::length).sum();
        }
    }

    /** @param window largest distance of sliding attention, in positions */
    ExactPass(RowBatch batch, PassPlanner planner, int window, OptionLayout layout) {
        this.batch = batch;
        this.passes = planner.plan(batch).stream()
                .map(indexes -> new Pass(batch, indexes, window, layout))
                .toList();
        this.logits = new float[batch.size()][];
        this.acts = new float[batch.size()];
    }

    /** Runs all layers, once. */
    void run(ModelConfig config, Weights weights, SessionOpener sessions) throws OrtException {
        ModelTensors tensors = ModelTensors.find(config, weights);
        int layers = config.encoder().layers();
        for (int first = 0; first < layers; first += LAYERS) {
            int end = Math.min(layers, first + LAYERS);
            PartGraph part = PartGraph.of(config, tensors, first, end, weights);
            try (OrtSession.SessionOptions options = sessions.options(weights.root(), Weighing.MAPPED);
                    OrtSession session = OrtEnvironment.getEnvironment().createSession(part.model(), options)) {
                for (Pass pass : passes) {
                    // This takes a minute with a large model, and a process that ends does not wait for it.
                    LoadedModel.goOnUnless(() -> Thread.currentThread().isInterrupted());
                    run(pass, part, session);
                }
            }
            weights.unload();
        }
    }

    private void run(Pass pass, PartGraph part, OrtSession session) throws OrtException {
        Map<String, OnnxTensor> inputs = PassTensors.of(part.inputs(), pass.inputs);
        try {
            if (pass.hidden.isPresent()) {
                float[] hidden = pass.hidden.get();
                long[] shape = {pass.tokens, hidden.length / pass.tokens};
                inputs.put(
                        PartGraph.HIDDEN_IN,
                        OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), FloatBuffer.wrap(hidden), shape));
            }
            try (OrtSession.Result outputs = session.run(inputs)) {
                for (var mean : part.means().entrySet()) {
                    means.add(mean.getValue(), floats(outputs, mean.getKey()).orElseThrow(), pass.tokens);
                }
                pass.hidden = floats(outputs, PartGraph.HIDDEN_OUT);
                if (pass.hidden.isEmpty()) {
                    answer(pass, outputs);
                }
            }
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }

    private void answer(Pass pass, OrtSession.Result outputs) throws OrtException {
        float[] options = floats(outputs, DecisionGraph.LOGITS).orElseThrow();
        float[] actions = floats(outputs, DecisionGraph.ACTS).orElseThrow();
        int actionCount = actions.length / pass.indexes.size();
        int next = 0;
        for (int r = 0; r < pass.indexes.size(); r++) {
            int row = pass.indexes.get(r);
            logits[row] =
                    Arrays.copyOfRange(options, next, next += batch.row(row).options());
            acts[row] = actions[r * actionCount];
        }
    }

    private static Optional<float[]> floats(OrtSession.Result outputs, String name) {
        return outputs.get(name).map(value -> {
            FloatBuffer buffer = ((OnnxTensor) value).getFloatBuffer();
            float[] values = new float[buffer.remaining()];
            buffer.get(values);
            return values;
        });
    }

    /** The answers to all rows, once they have run. */
    Logits logits() {
        return new Logits(Arrays.asList(logits), acts);
    }

    /** The means of what every linear layer has read. */
    ChannelMeans means() {
        return means;
    }
}
