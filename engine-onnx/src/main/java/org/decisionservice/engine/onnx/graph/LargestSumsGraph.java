// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.Arrays;
import java.util.List;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.onnx.weights.ByteRange;

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

    private LargestSumsGraph() {}

    /** The ONNX model. */
    public static byte[] model(ByteRange range) {
        GraphBuilder graph = new GraphBuilder();
        float[] ones = new float[SIZE];
        Arrays.fill(ones, 1);
        Value activations = graph.op("Expand", List.of(graph.floats(1), graph.longs(1, SIZE)));
        Value x = graph.op("Gather", List.of(activations, graph.input(INPUT)));
        Value sums = new ByteProducts(graph, range)
                .ofBytes(x, graph.signedBytes(SIZE, SIZE, weights(range)), graph.floats(ones));
        graph.output(SUMS, sums);
        return graph.toModel();
    }

    /**
     * Pairs of weights that add up to the most, [in, out]. In every second output the larger ones are neighbours of two
     * pairs, so that a processor that pairs other inputs is found out.
     */
    private static byte[] weights(ByteRange range) {
        byte[] weights = new byte[SIZE * SIZE];
        for (int input = 0; input < SIZE; input++) {
            for (int output = 0; output < SIZE; output++) {
                boolean larger = input % 2 == output * (input / 2) % 2;
                weights[input * SIZE + output] =
                        (byte) (larger ? range.largestWeight() : range.largestPair() - range.largestWeight());
            }
        }
        return weights;
    }

    /** The correct value of every sum, which float32 represents exactly. */
    public static float exact(ByteRange range) {
        return SIZE / 2 * range.steps() * range.largestPair();
    }
}
