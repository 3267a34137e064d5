// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.nio.file.Path;
import java.util.Set;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.onnx.weights.Activations;
import org.decisionservice.engine.onnx.weights.ChannelMeans;
import org.decisionservice.engine.onnx.weights.Conversions;
import org.decisionservice.engine.onnx.weights.QuantizedLayout;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.OptionLayout;

/** A checkpoint's forward pass as an ONNX graph, ready to be loaded. */
public final class DecisionGraph {
    /** Output [options, 1]: raw logit of every option in the pass, row after row. */
    public static final String LOGITS = "option_logits";

    /** Output [rows, actions]: the act head's softmax, or one over a single action if there is no act head. */
    public static final String ACTS = "act_probabilities";

    /** Output [rows, 4 · hidden], or [0, 4 · hidden] if nobody asks: the state vectors of every row. */
    public static final String STATE_VECTORS = "state_vectors";

    private final byte[] model;
    private final Set<PassInput> inputs;

    private DecisionGraph(byte[] model, Set<PassInput> inputs) {
        this.model = model;
        this.inputs = inputs;
    }

    /** A graph that was written before. */
    public static DecisionGraph saved(byte[] model, Set<PassInput> inputs) {
        return new DecisionGraph(model.clone(), Set.copyOf(inputs));
    }

    /**
     * Writes the graph in float32.
     *
     * @param weights the weights that {@code tensors} were found in
     * @param device that computes it: on a GPU, attention has operators that a CPU lacks
     */
    public static DecisionGraph of(ModelConfig config, ModelTensors tensors, Weights weights, Device.Kind device) {
        GraphBuilder graph = new GraphBuilder(weights);
        return of(config, tensors, graph, new FloatLinears(graph), device);
    }

    /**
     * Writes the graph with linear layers and attention in 16 bits.
     *
     * @param type F16 or BF16
     * @param conversions asked for the weights that the file has in another type
     * @param rounds whether everything is rounded to 16 bits and computed in float32, for a device without operators
     *     for them
     * @param device as for {@link #of}
     */
    public static DecisionGraph sixteenBits(
            ModelConfig config,
            ModelTensors tensors,
            Weights weights,
            DataType type,
            Conversions conversions,
            boolean rounds,
            Device.Kind device) {
        GraphBuilder graph = new GraphBuilder(weights, conversions);
        return of(config, tensors, graph, new SixteenBitLinears(graph, type, rounds), device);
    }

    /**
     * Whether activations make another graph of the checkpoint: only a pre-norm encoder has norms that are read alone.
     */
    public static boolean has(Activations activations, ModelConfig config) {
        return switch (config.encoder()) {
            case EncoderConfig.ModernBert _ -> true;
            case EncoderConfig.Bert _ -> !activations.alikeBehindNorms();
        };
    }

    /**
     * Writes the graph with linear layers in 8 bits.
     *
     * @param layout is given a place for every matrix to be quantised
     * @param means of what every linear layer reads
     * @param quantizedFile the file that the layout describes, a real path
     */
    public static DecisionGraph quantized(
            ModelConfig config,
            ModelTensors tensors,
            Weights weights,
            Activations activations,
            QuantizedLayout layout,
            ChannelMeans means,
            Path quantizedFile) {
        GraphBuilder graph = new GraphBuilder(weights);
        return of(
                config,
                tensors,
                graph,
                new QuantizedLinears(graph, weights, activations, layout, means, quantizedFile),
                Device.Kind.CPU);
    }

    private static DecisionGraph of(
            ModelConfig config, ModelTensors tensors, GraphBuilder graph, Linears linears, Device.Kind device) {
        Layers layers = new Layers(graph, linears, device);
        EncoderGraph encoder = encoder(graph, layers, config, tensors.encoder());
        StateGraph states = new StateGraph(graph, config.encoder().hidden());
        Value x = encoder.embed();
        for (int i = 0; i < config.encoder().middle(); i++) {
            x = encoder.layer(x, i);
        }
        Value middle = encoder.hidden(states.vectors(x, PassInput.MIDDLE_SHARES));
        for (int i = config.encoder().middle(); i < config.encoder().layers(); i++) {
            x = encoder.layer(x, i);
        }
        Value encoded = encoder.finish(x);
        states.output(STATE_VECTORS, states.vectors(encoded, PassInput.LAST_SHARES), middle);
        decide(graph, layers, config, tensors, encoded);
        return new DecisionGraph(graph.toModel(), graph.inputs());
    }

    /** Declares both outputs. */
    static void decide(GraphBuilder graph, Layers layers, ModelConfig config, ModelTensors tensors, Value encoded) {
        HeadGraph head = new HeadGraph(graph, layers, config);
        Value selected = head.decide(encoded, tensors);
        Value logits = head.score(selected, tensors);
        graph.output(LOGITS, logits);
        graph.output(
                ACTS,
                tensors.actHead().map(act -> head.act(selected, logits, act)).orElseGet(head::certain));
    }

    static EncoderGraph encoder(GraphBuilder graph, Layers layers, ModelConfig config, ModelTensors.Encoder tensors) {
        OptionLayout layout = config.optionLayout();
        return switch (config.encoder()) {
            case EncoderConfig.ModernBert modern
            when tensors instanceof ModelTensors.ModernBert found ->
                new ModernBertGraph(graph, layers, modern, found, layout);
            case EncoderConfig.Bert bert
            when tensors instanceof ModelTensors.Bert found -> new BertGraph(graph, layers, bert, found, layout);
            case EncoderConfig.ModernBert _, EncoderConfig.Bert _ ->
                throw new IllegalArgumentException("the tensors are of another encoder than the configuration");
        };
    }

    /** A copy of the ONNX model's bytes; its weights are external. */
    public byte[] model() {
        return model.clone();
    }

    /** The inputs that a pass must provide. */
    public Set<PassInput> inputs() {
        return inputs;
    }
}
