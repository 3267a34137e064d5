// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.OptionLayout;

/**
 * Attention between packed tokens: query [queries, hidden], key and value [tokens, hidden] give [queries, hidden]. This
 * is the only part that distinguishes rows.
 */
final class AttentionGraph {
    /** Nearly the smallest number of 16 bits: what masks a score in float32 would be infinite. */
    private static final float MASKED = -6e4f;

    private final GraphBuilder graph;
    private final Layers layers;
    private final Map<PassInput, Value> biases = new EnumMap<>(PassInput.class);
    private final int hidden;
    private final int heads;
    private final OptionLayout layout;
    private final List<String> tokens;
    /** Empty on a GPU, which has an operator for rows of any number and length. */
    private final Optional<Value> singleRow;

    /**
     * @param layers by which queries, keys and values are made
     * @param layout {@code SEQUENTIAL} where every token sees its whole row, as in every decision head
     */
    AttentionGraph(GraphBuilder graph, Layers layers, int hidden, int heads, OptionLayout layout) {
        this.graph = graph;
        this.layers = layers;
        this.hidden = hidden;
        this.heads = heads;
        this.layout = layout;
        this.tokens = ofHidden(PassInput.TOKEN_IDS);
        if (layout == OptionLayout.PARALLEL && layers.type() != Onnx.FLOAT) {
            // Made out here: the first to ask for it may be a branch, and the others could not see it.
            var _ = bias(PassInput.SPAN_BIAS);
        }
        this.singleRow = switch (layers.device()) {
            case CPU -> {
                Value rows = graph.op("Shape", List.of(graph.input(PassInput.LENGTHS)));
                yield Optional.of(graph.op("Equal", List.of(rows, graph.longs(1))));
            }
            case CUDA -> Optional.empty();
        };
    }

    /** Every token attends to its whole row or, in the parallel layout, to what it sees of it. */
    Value full(Value query, Value key, Value value) {
        Value whole = singleRow
                .map(_ -> full(tokens, query, key, value, PassInput.PADDED_TOKENS, PassInput.PACKED_TOKENS))
                .orElseGet(() -> packed(query, key, value));
        return switch (layout) {
            case SEQUENTIAL -> whole;
            case PARALLEL ->
                gather(
                        graph.op("Concat", List.of(whole, spans(query, key, value)), new Attribute.Whole("axis", 0)),
                        graph.input(PassInput.SPAN_PLACES));
        };
    }

    /** Rows of any lengths, without padding and without a matrix of scores. */
    private Value packed(Value query, Value key, Value value) {
        return graph.runtimeOp(
                "PackedMultiHeadAttention",
                List.of(
                        query,
                        key,
                        value,
                        Value.NONE,
                        graph.input(PassInput.TOKEN_OFFSETS),
                        graph.input(PassInput.ROW_BOUNDARIES)),
                new Attribute.Whole("num_heads", heads));
    }

    /**
     * The tokens of options, with the other options masked. That they have been computed without the mask before costs
     * little, and everything else is computed as in the sequential layout.
     */
    private Value spans(Value query, Value key, Value value) {
        Value keys = graph.input(PassInput.PADDED_TOKENS);
        return flat(attention(
                gather(query, graph.input(PassInput.SPAN_QUERIES)),
                gather(key, keys),
                gather(value, keys),
                Value.NONE,
                bias(PassInput.SPAN_BIAS)));
    }

    /** The selected tokens attend to their whole rows: query is [selected, hidden]. */
    Value selected(Value query, Value key, Value value) {
        List<String> selected = ofHidden(PassInput.SELECTED);
        return full(selected, query, key, value, PassInput.PADDED_SELECTED, PassInput.PACKED_SELECTED);
    }

    /**
     * Every token attends to the tokens that it sees of its row and that are at most {@code window} positions away.
     * Queries are computed in blocks, each with the keys around it; a bias masks the others.
     */
    Value window(Value query, Value key, Value value, int window) {
        // Declared out here: an input cannot belong to a branch.
        Value queries = graph.input(PassInput.WINDOW_QUERIES);
        Value keys = graph.input(PassInput.WINDOW_KEYS);
        Value bias = layers.device() == Device.Kind.CUDA && layout == OptionLayout.SEQUENTIAL
                ? biases.computeIfAbsent(PassInput.WINDOW_BIAS, _ -> windowBias())
                : bias(PassInput.WINDOW_BIAS);
        Value places = graph.input(PassInput.WINDOW_PLACES);
        Supplier<Value> blocks = () -> gather(
                flat(attention(gather(query, queries), gather(key, keys), gather(value, keys), Value.NONE, bias)),
                places);
        return switch (layers.device()) {
            case CPU -> {
                Value shortEnough = graph.op("LessOrEqual", List.of(longest(), graph.longs(window + 1)));
                yield graph.choose(layers.type(), tokens, shortEnough, () -> full(query, key, value), blocks);
            }
            // Branches cost 5 GB of a GPU: the memory of one is not used again in the same pass.
            case CUDA -> blocks.get();
        };
    }

    /** As the input, but made where it is used: to write it and to take it to a GPU lasts longer than a few layers. */
    private Value windowBias() {
        Value slots = graph.input(PassInput.WINDOW_SLOTS);
        Value seen = graph.op(
                "And",
                List.of(
                        graph.op("GreaterOrEqual", List.of(slots, graph.input(PassInput.WINDOW_FIRST_SEEN))),
                        graph.op("Less", List.of(slots, graph.input(PassInput.WINDOW_END_OF_SEEN)))));
        return graph.op(
                "Where", List.of(seen, layers.narrowed(graph.floats(0)), layers.narrowed(graph.floats(MASKED))));
    }

    /** Tokens of the longest row: [1]. */
    private Value longest() {
        return graph.op("Shape", List.of(graph.input(PassInput.PADDED_TOKENS)), new Attribute.Whole("start", 1));
    }

    private Value full(
            List<String> shape, Value query, Value key, Value value, PassInput queryPadding, PassInput queryPacking) {
        // Declared out here: an input cannot belong to a branch.
        Value paddedQueries = graph.input(queryPadding);
        Value packedQueries = graph.input(queryPacking);
        Value paddedKeys = graph.input(PassInput.PADDED_TOKENS);
        Value lengths = graph.input(PassInput.LENGTHS);
        Supplier<Value> padded = () -> gather(
                flat(attention(
                        gather(query, paddedQueries),
                        gather(key, paddedKeys),
                        gather(value, paddedKeys),
                        lengths,
                        Value.NONE)),
                packedQueries);
        // A single row needs no padding and no mask, and without a mask the runtime never holds the whole score matrix.
        return singleRow
                .map(single -> graph.choose(
                        layers.type(),
                        shape,
                        single,
                        () -> flat(attention(batch(query), batch(key), batch(value), Value.NONE, Value.NONE)),
                        padded))
                .orElseGet(padded);
    }

    /** Operands are [batch, length, hidden]; keys beyond {@code lengths} [batch] are ignored. */
    private Value attention(Value query, Value key, Value value, Value lengths, Value bias) {
        return layers.rounded(graph.runtimeOp(
                "MultiHeadAttention",
                List.of(query, key, value, Value.NONE, lengths, bias),
                new Attribute.Whole("num_heads", heads)));
    }

    /** In the type of the scores, once for all layers. */
    private Value bias(PassInput input) {
        Value bias = graph.input(input);
        return layers.type() == Onnx.FLOAT
                ? bias
                : biases.computeIfAbsent(
                        input, _ -> layers.narrowed(graph.op("Max", List.of(bias, graph.floats(MASKED)))));
    }

    /** The shape of a hidden vector for each element of {@code input}. */
    private List<String> ofHidden(PassInput input) {
        return List.of(input.shape().getFirst(), Integer.toString(hidden));
    }

    private Value gather(Value x, Value indexes) {
        return graph.op("Gather", List.of(x, indexes));
    }

    private Value batch(Value x) {
        return graph.op("Unsqueeze", List.of(x, graph.longs(0)));
    }

    private Value flat(Value x) {
        return graph.op("Reshape", List.of(x, graph.longs(-1, hidden)));
    }
}
