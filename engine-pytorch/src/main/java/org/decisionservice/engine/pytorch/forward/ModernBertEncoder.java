// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Activation;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.pytorch.forward.Rotary.Angles;
import org.decisionservice.engine.spi.EncoderConfig;

/** Pre-norm encoder with rotary positions, sliding attention in some layers and a gated feed-forward. */
final class ModernBertEncoder implements Encoder {
    private final EmbeddingTable tokens;
    private final Norm embeddingNorm;
    private final List<Layer> layers;
    private final int middleLayer;
    private final Norm finalNorm;
    private final Attention attention;
    private final Window window;
    private final Rotary fullRotary;
    private final Rotary slidingRotary;

    private record Layer(
            boolean local,
            Optional<Norm> attentionNorm,
            Projections projections,
            Norm mlpNorm,
            Linear activated,
            Linear gate,
            Linear output) {}

    ModernBertEncoder(EncoderConfig.ModernBert config, ModelTensors.ModernBert tensors, Parameters parameters) {
        tokens = parameters.table(tensors.tokens());
        embeddingNorm = parameters.norm(tensors.embeddingNorm(), config.normEpsilon());
        layers = IntStream.range(0, config.layers())
                .mapToObj(i -> layer(config, i, tensors.layers().get(i), parameters))
                .toList();
        middleLayer = config.middle();
        finalNorm = parameters.norm(tensors.finalNorm(), config.normEpsilon());
        attention = new Attention(config.hidden(), config.heads(), parameters);
        window = new Window(config.window(), parameters);
        fullRotary = new Rotary(config.heads(), config.headSize(), config.fullTheta(), parameters);
        slidingRotary = config.slidingTheta() == config.fullTheta()
                ? fullRotary
                : new Rotary(config.heads(), config.headSize(), config.slidingTheta(), parameters);
    }

    private static Layer layer(
            EncoderConfig.ModernBert config, int index, ModelTensors.ModernBertLayer tensors, Parameters parameters) {
        return new Layer(
                config.localAttention().get(index),
                tensors.attentionNorm().map(norm -> parameters.norm(norm, config.normEpsilon())),
                Projections.of(tensors.attention(), parameters),
                parameters.norm(tensors.mlpNorm(), config.normEpsilon()),
                parameters.linear(tensors.mlpActivated()),
                parameters.linear(tensors.mlpGate()),
                parameters.linear(tensors.mlpOutput()));
    }

    @Override
    public NDArray encode(PackedRows packed, Consumer<NDArray> middle, Runnable goesOn) {
        int[] positions = packed.positions();
        Angles full = fullRotary.angles(positions, packed);
        Angles sliding = slidingRotary == fullRotary ? full : slidingRotary.angles(positions, packed);
        Sight whole = Sight.full(packed, attention);
        Sight local = Sight.local(packed, attention, window);
        NDArray x = Scopes.only(() -> embeddingNorm.apply(tokens.rows(packed.tokenIds(), packed)));
        for (int i = 0; i < layers.size(); i++) {
            goesOn.run();
            if (i == middleLayer) {
                middle.accept(x);
            }
            Layer layer = layers.get(i);
            try (NDArray attended = Scopes.only(
                    () -> layer.local() ? attend(x, layer, sliding, local) : attend(x, layer, full, whole))) {
                x.addi(attended);
            }
            try (NDArray fed = Scopes.only(() -> feedForward(x, layer))) {
                x.addi(fed);
            }
        }
        return finalNorm.apply(x);
    }

    private NDArray attend(NDArray x, Layer layer, Angles angles, Sight sight) {
        NDArray normed = layer.attentionNorm().map(norm -> norm.apply(x)).orElse(x);
        Projections projections = layer.projections();
        NDArray query = angles.rotate(projections.query().narrow(normed));
        NDArray key = angles.rotate(projections.key().narrow(normed));
        NDArray value = projections.value().narrow(normed);
        return projections.output().apply(sight.attend(query, key, value));
    }

    private static NDArray feedForward(NDArray x, Layer layer) {
        NDArray normed = layer.mlpNorm().apply(x);
        NDArray gated = Scopes.only(() -> Activation.gelu(layer.activated().narrow(normed)))
                .muli(layer.gate().narrow(normed));
        return layer.output().apply(gated);
    }
}
