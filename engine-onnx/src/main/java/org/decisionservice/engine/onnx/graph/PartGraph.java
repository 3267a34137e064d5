// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.ModelConfig;

/**
 * Some layers of a checkpoint in float32, with the means of what their linear layers read. Parts are run one after the
 * other, so that only the weights of one are in memory.
 */
public final class PartGraph {
    /** Input, except of the first part, and output, except of the last: hidden states [tokens, hidden]. */
    public static final String HIDDEN_IN = "hidden_in";

    public static final String HIDDEN_OUT = "hidden_out";

    private final byte[] model;
    private final Set<PassInput> inputs;
    private final Map<String, String> means;

    private PartGraph(byte[] model, Set<PassInput> inputs, Map<String, String> means) {
        this.model = model;
        this.inputs = inputs;
        this.means = means;
    }

    /**
     * Writes a part. The first one begins with the embeddings, and the one that contains the last layer goes on to the
     * answers.
     *
     * @param first index of the first layer
     * @param end index after the last layer
     * @param weights the weights that {@code tensors} were found in
     */
    public static PartGraph of(ModelConfig config, ModelTensors tensors, int first, int end, Weights weights) {
        GraphBuilder graph = new GraphBuilder(weights);
        ObservedLinears linears = new ObservedLinears(graph);
        Layers layers = new Layers(graph, linears);
        EncoderGraph encoder = DecisionGraph.encoder(graph, layers, config, tensors.encoder());
        Value x = first == 0 ? encoder.embed() : graph.input(HIDDEN_IN);
        for (int i = first; i < end; i++) {
            x = encoder.layer(x, i);
        }
        if (end == config.encoder().layers()) {
            DecisionGraph.decide(graph, layers, config, tensors, encoder.finish(x));
        } else {
            graph.output(HIDDEN_OUT, x);
        }
        SequencedMap<String, String> outputs = new LinkedHashMap<>();
        linears.means().forEach((layer, mean) -> {
            String output = "mean_" + outputs.size();
            graph.output(output, mean);
            outputs.put(output, layer);
        });
        return new PartGraph(graph.toModel(), graph.inputs(), outputs);
    }

    /** A copy of the ONNX model's bytes; its weights are external. */
    public byte[] model() {
        return model.clone();
    }

    /** The inputs that a pass must provide, besides the hidden states. */
    public Set<PassInput> inputs() {
        return inputs;
    }

    /** By output [1, in], the name of the weight of the layer that reads what is averaged there. */
    public Map<String, String> means() {
        return Map.copyOf(means);
    }
}
