// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.onnx.quantize.QuantizedLayout;
import org.decisionservice.engine.spi.ModelTensors;
import org.decisionservice.engine.spi.ModelTensors.Linear;

/** Only the matrix products of a checkpoint, to measure how fast the machine is at the main work of a forward pass. */
public final class ProductsGraph {
    private static final int PRODUCTS = 8;

    private final byte[] model;
    private final long multiplications;

    private ProductsGraph(byte[] model, long multiplications) {
        this.model = model;
        this.multiplications = multiplications;
    }

    public static ProductsGraph float32(ModelTensors.ModernBert tensors, String weightsFile) {
        GraphBuilder graph = new GraphBuilder(weightsFile);
        FloatLinears linears = new FloatLinears(graph);
        return of(tensors, graph, linears);
    }

    public static ProductsGraph int8(
            ModelTensors.ModernBert tensors, String weightsFile, QuantizedLayout layout, String quantizedFile) {
        GraphBuilder graph = new GraphBuilder(weightsFile);
        return of(tensors, graph, new QuantizedLinears(graph, layout, quantizedFile)::product);
    }

    private static ProductsGraph of(ModelTensors.ModernBert tensors, GraphBuilder graph, Linears linears) {
        Value x = new StoredWeights(graph).rows(tensors.tokens(), graph.input(PassInput.TOKEN_IDS));
        long multiplications = 0;
        for (int i = 0; i < PRODUCTS; i++) {
            Linear linear = tensors.layers().get(i % tensors.layers().size()).mlpActivated();
            Linear unbiased = new Linear(linear.weight(), java.util.Optional.empty());
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
