// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.onnx.weights.Activations;
import org.decisionservice.engine.onnx.weights.ChannelMeans;
import org.decisionservice.engine.onnx.weights.QuantizedLayout;
import org.decisionservice.engine.onnx.weights.QuantizedLayout.Basis;
import org.decisionservice.engine.onnx.weights.Rotation;
import org.decisionservice.engine.spi.TensorInfo;

/** Only the matrix products of a checkpoint, to measure how fast the machine is at the main work of a forward pass. */
public final class ProductsGraph {
    private static final int PRODUCTS = 8;

    private final byte[] model;
    private final long multiplications;

    private ProductsGraph(byte[] model, long multiplications) {
        this.model = model;
        this.multiplications = multiplications;
    }

    public static ProductsGraph float32(ModelTensors tensors, Weights weights) {
        GraphBuilder graph = new GraphBuilder(weights);
        FloatLinears linears = new FloatLinears(graph);
        return of(tensors, graph, linears);
    }

    public static ProductsGraph int8(
            ModelTensors tensors, Weights weights, QuantizedLayout layout, ChannelMeans means, Path quantizedFile) {
        GraphBuilder graph = new GraphBuilder(weights);
        QuantizedLinears linears =
                new QuantizedLinears(graph, weights, Activations.EIGHT_BITS, layout, means, quantizedFile);
        int block = Rotation.block(
                Math.toIntExact(tensors.typeEmbedding().orElseThrow().shape().getLast()));
        return of(tensors, graph, (x, linear) -> linears.product(x, layout.place(linear, Basis.of(block)), false));
    }

    private static ProductsGraph of(ModelTensors tensors, GraphBuilder graph, Linears linears) {
        List<Linear> all = switch (tensors.encoder()) {
            case ModelTensors.ModernBert modern ->
                modern.layers().stream()
                        .map(ModelTensors.ModernBertLayer::mlpActivated)
                        .toList();
            case ModelTensors.Bert bert ->
                bert.layers().stream().map(ModelTensors.BertLayer::intermediate).toList();
        };
        TensorInfo words = switch (tensors.encoder()) {
            case ModelTensors.ModernBert modern -> modern.tokens();
            case ModelTensors.Bert bert -> bert.words();
        };
        Value x = new StoredWeights(graph).rows(words, graph.input(PassInput.TOKEN_IDS));
        long multiplications = 0;
        for (int i = 0; i < PRODUCTS; i++) {
            Linear linear = all.get(i % all.size());
            Linear unbiased = new Linear(linear.weight(), Optional.empty());
            graph.output("product" + i, linears.apply(x, unbiased));
            multiplications += linear.weight().elements();
        }
        return new ProductsGraph(graph.toModel(), multiplications);
    }

    public byte[] model() {
        return model.clone();
    }

    /** Multiplications per token. */
    public long multiplications() {
        return multiplications;
    }

    /** The only input that a run must provide. */
    public static List<PassInput> inputs() {
        return List.of(PassInput.TOKEN_IDS);
    }
}
