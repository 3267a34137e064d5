// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.Arrays;
import java.util.List;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.onnx.quantize.WeightRange;

/**
 * One product of the largest activations and the largest weights, with the bytes and operators of a linear layer. Its
 * activations depend on an input and its weights do not, so the runtime treats it like a layer: it packs the weights
 * and chooses the same instructions.
 */
public final class LargestSumsGraph {
    /** Output [tokens, outputs]: each equals {@link #exact} if nothing saturated. */
    public static final String SUMS = "sums";

    /** The only input: any number of tokens with id 0. */
    public static final PassInput INPUT = PassInput.TOKEN_IDS;

    /** Large enough for a few steps of every kernel in both dimensions. */
    private static final int SIZE = 64;

    private static final int LARGEST_ACTIVATION = 127;

    private LargestSumsGraph() {}

    /** The ONNX model. */
    public static byte[] model(WeightRange range) {
        GraphBuilder graph = new GraphBuilder("");
        float[] ones = new float[SIZE];
        Arrays.fill(ones, 1);
        byte[] weights = new byte[SIZE * SIZE];
        Arrays.fill(weights, (byte) range.largest());
        Value activations = graph.op("Expand", List.of(graph.floats(1), graph.longs(1, SIZE)));
        Value x = graph.op("Gather", List.of(activations, graph.input(INPUT)));
        Value sums = new ByteProducts(graph).ofBytes(x, graph.signedBytes(SIZE, SIZE, weights), graph.floats(ones));
        graph.output(SUMS, sums);
        return graph.toModel();
    }

    /** The correct value of every sum, which float32 represents exactly. */
    public static float exact(WeightRange range) {
        return SIZE * LARGEST_ACTIVATION * range.largest();
    }
}
