// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.List;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.ModelTensors.HeadLayer;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.OptionLayout;

/** The decision head: question type, pre-norm layers, option scorer and act head. */
final class HeadGraph {
    /** Keeps log(p) finite if p is 0. */
    private static final float SMALLEST_PROBABILITY = 1e-9f;

    private static final float OPTION_SCALE = 255;

    private final GraphBuilder graph;
    private final Layers layers;
    private final AttentionGraph attention;
    private final int headSize;

    HeadGraph(GraphBuilder graph, Layers layers, ModelConfig config) {
        this.graph = graph;
        this.layers = layers;
        this.attention = new AttentionGraph(
                graph, layers, config.encoder().hidden(), config.headHeads(), OptionLayout.SEQUENTIAL);
        this.headSize = config.encoder().hidden() / config.headHeads();
    }

    /**
     * The hidden states of the selected tokens, first the CLS token of every row and then every marker: [selected,
     * hidden].
     */
    Value decide(Value encoded, ModelTensors tensors) {
        Value x = tensors.typeEmbedding()
                .map(types -> layers.add(encoded, layers.embedding(types, graph.input(PassInput.QUESTION_TYPES))))
                .orElse(encoded);
        List<HeadLayer> head = tensors.head();
        if (head.isEmpty()) {
            return select(x);
        }
        for (HeadLayer layer : head.subList(0, head.size() - 1)) {
            Value normed = layers.norm(x, layer.norm1(), Layers.HEAD_EPSILON);
            Value attended = attention.full(
                    layers.attending(normed, layer.attention().query()),
                    layers.attending(normed, layer.attention().key()),
                    layers.values(normed, layer.attention(), headSize));
            x = finish(x, attended, layer);
        }
        return last(x, head.getLast());
    }

    /** Only the scorer and the act head read the last layer, so it is computed for their positions only. */
    private Value last(Value x, HeadLayer layer) {
        Value normed = layers.norm(x, layer.norm1(), Layers.HEAD_EPSILON);
        Value attended = attention.selected(
                layers.attending(select(normed), layer.attention().query()),
                layers.attending(normed, layer.attention().key()),
                layers.values(normed, layer.attention(), headSize));
        return finish(select(x), attended, layer);
    }

    private Value finish(Value x, Value attended, HeadLayer layer) {
        Value summed = layers.add(x, layers.attended(attended, layer.attention(), headSize));
        Value normed = layers.norm(summed, layer.norm2(), Layers.HEAD_EPSILON);
        Value hidden = graph.op("Relu", List.of(layers.linear(normed, layer.linear1())));
        return layers.add(summed, layers.activated(hidden, layer.linear2()));
    }

    /** One logit per marker of the pass: [options, 1]. */
    Value score(Value selected, ModelTensors tensors) {
        Value markers = slice(selected, rowCount(), graph.longs(Long.MAX_VALUE));
        return layers.perceptron(markers, tensors.scorer());
    }

    /** Probability of every action: [rows, actions]. */
    Value act(Value selected, Value logits, ModelTensors.Perceptron actHead) {
        Value cls = slice(selected, graph.longs(0), rowCount());
        Value flat = graph.op("Reshape", List.of(logits, graph.longs(-1)));
        Value padded = graph.op("Gather", List.of(flat, graph.input(PassInput.OPTION_SLOTS)));
        Value options = softmax(layers.add(padded, graph.input(PassInput.OPTION_BIAS)));
        Value best = graph.op("TopK", 2, List.of(options, graph.longs(2))).getFirst();
        List<Value> bestTwo = graph.op(
                "Split", 2, List.of(best), new Attribute.Whole("axis", 1), new Attribute.Whole("num_outputs", 2));
        Value counts = graph.input(PassInput.OPTION_COUNTS);
        Value features = graph.op(
                "Concat",
                List.of(
                        cls,
                        bestTwo.getFirst(),
                        graph.op("Sub", bestTwo),
                        graph.op("Div", List.of(entropy(options), graph.op("Log", List.of(counts)))),
                        graph.op("Div", List.of(counts, graph.floats(OPTION_SCALE)))),
                new Attribute.Whole("axis", 1));
        return softmax(layers.perceptron(features, actHead));
    }

    /** The softmax over a single action of every row: [rows, 1]. */
    Value certain() {
        Value any = graph.op("Cast", List.of(graph.input(PassInput.LENGTHS)), new Attribute.Whole("to", Onnx.FLOAT));
        return softmax(graph.op("Reshape", List.of(any, graph.longs(-1, 1))));
    }

    /** [rows, options] to [rows, 1]. */
    private Value entropy(Value probabilities) {
        Value clamped = graph.op("Max", List.of(probabilities, graph.floats(SMALLEST_PROBABILITY)));
        Value terms = graph.op("Mul", List.of(probabilities, graph.op("Log", List.of(clamped))));
        return graph.op("Neg", List.of(graph.op("ReduceSum", List.of(terms, graph.longs(1)))));
    }

    private Value softmax(Value x) {
        return graph.op("Softmax", List.of(x), new Attribute.Whole("axis", -1));
    }

    private Value select(Value x) {
        return graph.op("Gather", List.of(x, graph.input(PassInput.SELECTED)));
    }

    private Value rowCount() {
        return graph.op("Shape", List.of(graph.input(PassInput.LENGTHS)));
    }

    private Value slice(Value x, Value start, Value end) {
        return graph.op("Slice", List.of(x, start, end, graph.longs(0)));
    }
}
