// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.onnx.quantize.QuantizedLayout;
import org.decisionservice.engine.spi.ModelTensors.Linear;

/** Linear layers in 8 bits, with weights from a file of quantised matrices. */
final class QuantizedLinears implements Linears {
    private final GraphBuilder graph;
    private final StoredWeights weights;
    private final ByteProducts products;
    private final QuantizedLayout layout;
    private final String file;

    /**
     * @param layout the places of the quantised matrices
     * @param file the file that holds them, relative to the folder of all files
     */
    QuantizedLinears(GraphBuilder graph, QuantizedLayout layout, String file) {
        this.graph = graph;
        this.weights = new StoredWeights(graph);
        this.products = new ByteProducts(graph);
        this.layout = layout;
        this.file = file;
    }

    @Override
    public Value apply(Value x, Linear linear) {
        Value scaled = graph.op("Mul", List.of(product(x, linear), products.scales(x)));
        return linear.bias()
                .map(bias -> graph.op("Add", List.of(scaled, weights.floats(bias))))
                .orElse(scaled);
    }

    /** The product with the weights before its rows are multiplied by the tokens' scales: [any, out]. */
    Value product(Value x, Linear linear) {
        QuantizedLayout.Matrix matrix = layout.place(linear.weight());
        String name = linear.weight().name();
        long outputs = matrix.outputs();
        Value weight = graph.stored(
                name + ".int8", Onnx.INT8, List.of((long) matrix.inputs(), outputs), file, matrix.weightsOffset());
        Value scales = graph.stored(name + ".scales", Onnx.FLOAT, List.of(outputs), file, matrix.scalesOffset());
        return products.product(x, weight, scales);
    }
}
