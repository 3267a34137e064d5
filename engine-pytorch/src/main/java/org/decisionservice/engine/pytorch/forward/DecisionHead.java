// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.spi.ModelConfig;

/** Question type, pre-norm layers, option scorer and act head. */
final class DecisionHead {
    private static final double EPSILON = 1e-5;

    private final Optional<EmbeddingTable> types;
    private final List<Layer> layers;
    private final Perceptron scorer;
    private final Optional<Perceptron> actHead;
    private final Attention attention;

    private record Layer(Norm norm1, Projections projections, Norm norm2, Linear linear1, Linear linear2) {}

    DecisionHead(ModelConfig config, ModelTensors tensors, Parameters parameters) {
        types = tensors.typeEmbedding().map(parameters::table);
        layers = tensors.head().stream()
                .map(layer -> new Layer(
                        parameters.norm(layer.norm1(), EPSILON),
                        Projections.of(layer.attention(), parameters),
                        parameters.norm(layer.norm2(), EPSILON),
                        parameters.linear(layer.linear1()),
                        parameters.linear(layer.linear2())))
                .toList();
        scorer = Perceptron.of(tensors.scorer(), EPSILON, parameters);
        actHead = tensors.actHead().map(found -> Perceptron.of(found, EPSILON, parameters));
        attention = new Attention(config.encoder().hidden(), config.headHeads(), parameters);
    }

    /** Raw logits and act probabilities for {@code x} [tokens, hidden], which is changed. */
    Decisions decide(NDArray x, PackedRows packed) {
        types.ifPresent(table -> addTypes(x, table, packed));
        Sight all = Sight.rows(packed, packed.tokens(), attention);
        for (Layer layer : layers.isEmpty() ? layers : layers.subList(0, layers.size() - 1)) {
            NDArray normed = layer.norm1().apply(x);
            finish(x, attend(layer, normed, normed, all), layer);
        }
        // Only the scorer and the act head read the last layer, so it is computed for their positions only.
        NDArray indexes = packed.selectedTokens();
        NDArray selected = EmbeddingTable.rows(indexes, x);
        if (!layers.isEmpty()) {
            Layer last = layers.getLast();
            NDArray normed = last.norm1().apply(x);
            finish(
                    selected,
                    attend(
                            last,
                            EmbeddingTable.rows(indexes, normed),
                            normed,
                            Sight.rows(packed, packed.selected(), attention)),
                    last);
        }
        // The scorer also runs on the CLS tokens, whose scores are not used: this is less work than extracting the
        // markers.
        Decisions decisions = new Decisions(packed, scorer.apply(selected).toFloatArray());
        actHead.ifPresent(head -> {
            NDArray features = NDArrays.concat(
                    new NDList(EmbeddingTable.rows(packed.firstSelected(), selected), actFeatures(decisions, packed)),
                    1);
            decisions.act(head.apply(features).softmax(-1).toFloatArray());
        });
        return decisions;
    }

    private static void addTypes(NDArray x, EmbeddingTable types, PackedRows packed) {
        int[] ofTokens = packed.questionTypes();
        int last = Arrays.stream(ofTokens).max().orElseThrow();
        NDArray all = types.rows(IntStream.rangeClosed(0, last).toArray(), packed);
        try (NDArray perToken = EmbeddingTable.rows(packed.array(ofTokens), all)) {
            x.addi(perToken);
        }
    }

    private static NDArray attend(Layer layer, NDArray queries, NDArray tokens, Sight sight) {
        Projections projections = layer.projections();
        return Scopes.only(() -> projections
                .output()
                .apply(sight.attend(
                        projections.query().narrow(queries),
                        projections.key().narrow(tokens),
                        projections.value().narrow(tokens))));
    }

    private static void finish(NDArray x, NDArray attended, Layer layer) {
        x.addi(attended);
        x.addi(Scopes.only(() -> {
            NDArray hidden = layer.linear1().apply(layer.norm2().apply(x));
            return layer.linear2().apply(Activation.relu(hidden));
        }));
    }

    /** [rows, 4]. */
    private static NDArray actFeatures(Decisions decisions, PackedRows packed) {
        int rows = packed.rows().size();
        MemorySegment features = packed.allocate((long) Float.BYTES * ActFeatures.COUNT * rows);
        for (int r = 0; r < rows; r++) {
            float[] row = ActFeatures.of(decisions.logits(r));
            MemorySegment.copy(
                    row, 0, features, ValueLayout.JAVA_FLOAT, (long) Float.BYTES * ActFeatures.COUNT * r, row.length);
        }
        return packed.array(features, new Shape(rows, ActFeatures.COUNT));
    }
}
