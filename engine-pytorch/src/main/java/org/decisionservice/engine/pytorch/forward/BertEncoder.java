// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Activation;
import java.util.List;
import java.util.function.Consumer;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.spi.EncoderConfig;

/** Post-norm encoder with learnt positions. */
final class BertEncoder implements Encoder {
    private static final int[] FIRST_TYPE = {0};

    private final EmbeddingTable words;
    private final EmbeddingTable positions;
    private final EmbeddingTable types;
    private final Norm embeddingNorm;
    private final List<Layer> layers;
    private final int middleLayer;
    private final Attention attention;

    private record Layer(
            Projections projections, Norm attentionNorm, Linear intermediate, Linear output, Norm outputNorm) {}

    BertEncoder(EncoderConfig.Bert config, ModelTensors.Bert tensors, Parameters parameters) {
        words = parameters.table(tensors.words());
        positions = parameters.table(tensors.positions());
        types = parameters.table(tensors.types());
        embeddingNorm = parameters.norm(tensors.embeddingNorm(), config.normEpsilon());
        layers = tensors.layers().stream()
                .map(layer -> new Layer(
                        Projections.of(layer.attention(), parameters),
                        parameters.norm(layer.attentionNorm(), config.normEpsilon()),
                        parameters.linear(layer.intermediate()),
                        parameters.linear(layer.output()),
                        parameters.norm(layer.outputNorm(), config.normEpsilon())))
                .toList();
        middleLayer = config.middle();
        attention = new Attention(config.hidden(), config.heads(), parameters);
    }

    @Override
    public NDArray encode(PackedRows packed, Consumer<NDArray> middle, Runnable goesOn) {
        NDArray x = Scopes.only(() -> embeddingNorm.apply(words.rows(packed.tokenIds(), packed)
                .addi(positions.rows(packed.positions(), packed))
                // Every token has the first type, so one row of the table is added to all of them.
                .addi(types.rows(FIRST_TYPE, packed))));
        Sight sight = Sight.full(packed, attention);
        for (int i = 0; i < layers.size(); i++) {
            goesOn.run();
            if (i == middleLayer) {
                middle.accept(x);
            }
            Layer layer = layers.get(i);
            try (NDArray before = x) {
                x = Scopes.only(() -> apply(layer, before, sight));
            }
        }
        return x;
    }

    private NDArray apply(Layer layer, NDArray x, Sight sight) {
        Projections projections = layer.projections();
        NDArray attended = Scopes.only(() -> projections
                .output()
                .apply(sight.attend(
                        projections.query().narrow(x),
                        projections.key().narrow(x),
                        projections.value().narrow(x))));
        NDArray normed = layer.attentionNorm().apply(attended.addi(x));
        NDArray hidden = Activation.gelu(layer.intermediate().narrow(normed));
        return layer.outputNorm().apply(layer.output().apply(hidden).addi(normed));
    }
}
