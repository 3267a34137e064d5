// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.decisionservice.engine.kit.ModelTensors.Attention;
import org.decisionservice.engine.kit.ModelTensors.BertLayer;
import org.decisionservice.engine.kit.ModelTensors.Encoder;
import org.decisionservice.engine.kit.ModelTensors.HeadLayer;
import org.decisionservice.engine.kit.ModelTensors.Linear;
import org.decisionservice.engine.kit.ModelTensors.ModernBertLayer;
import org.decisionservice.engine.kit.ModelTensors.Norm;
import org.decisionservice.engine.kit.ModelTensors.Perceptron;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.HeadConfig;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * Finds tensors by the names and shapes of a checkpoint: the encoders' own names behind the checkpoint's prefix, and
 * the head's.
 */
final class TensorFinder {
    /** Width of the act head's hidden layer. */
    private static final int ACT_HIDDEN = 256;

    /** Features of the option distribution that the act head reads in addition to the CLS vector. */
    private static final int ACT_FEATURES = 4;

    private final ModelConfig config;
    private final HeadConfig head;
    private final Weights weights;
    private final int hidden;

    TensorFinder(ModelConfig config, Weights weights) {
        this.config = config;
        this.head = config.head();
        this.weights = weights;
        this.hidden = config.encoder().hidden();
    }

    ModelTensors find() {
        Encoder encoder = switch (config.encoder()) {
            case EncoderConfig.ModernBert modern -> modernBert(modern);
            case EncoderConfig.Bert bert -> bert(bert);
        };
        return new ModelTensors(
                encoder,
                typeEmbedding(),
                layers(head.layers(), this::headLayer),
                scorer(),
                head.actions() > 0 ? Optional.of(actHead()) : Optional.empty());
    }

    private Optional<TensorInfo> typeEmbedding() {
        return switch (head.types()) {
            case NONE -> Optional.empty();
            case QUESTIONS -> Optional.of(weights.require("type_emb.weight", 3, hidden));
            case SEGMENTS -> Optional.of(weights.require("segment_embedding.weight", 4, hidden));
        };
    }

    private Perceptron scorer() {
        return switch (head.scorer()) {
            case PERCEPTRON ->
                new Perceptron(
                        Optional.of(norm("scorer.0", true)),
                        Optional.of(linear("scorer.1", hidden, hidden, true)),
                        linear("scorer.3", 1, hidden, true));
            case LINEAR -> new Perceptron(Optional.empty(), Optional.empty(), linear("head", 1, hidden, true));
        };
    }

    private Perceptron actHead() {
        return new Perceptron(
                Optional.empty(),
                Optional.of(linear("act_head.0", ACT_HIDDEN, hidden + ACT_FEATURES, true)),
                linear("act_head.2", head.actions(), ACT_HIDDEN, true));
    }

    private ModelTensors.ModernBert modernBert(EncoderConfig.ModernBert modern) {
        boolean bias = modern.biases().norm();
        return new ModelTensors.ModernBert(
                weights.require(
                        config.encoderPrefix() + "embeddings.tok_embeddings.weight", modern.vocabulary(), hidden),
                norm(config.encoderPrefix() + "embeddings.norm", bias),
                layers(modern.layers(), i -> modernBertLayer(modern, i)),
                norm(config.encoderPrefix() + "final_norm", bias));
    }

    private ModernBertLayer modernBertLayer(EncoderConfig.ModernBert modern, int index) {
        String prefix = config.encoderPrefix() + "layers." + index + ".";
        EncoderConfig.Biases biases = modern.biases();
        int width = modern.intermediate();
        Linear wi = linear(prefix + "mlp.Wi", 2L * width, hidden, biases.mlp());
        return new ModernBertLayer(
                index == 0 ? Optional.empty() : Optional.of(norm(prefix + "attn_norm", biases.norm())),
                fused(
                        linear(prefix + "attn.Wqkv", 3L * hidden, hidden, biases.attention()),
                        linear(prefix + "attn.Wo", hidden, hidden, biases.attention())),
                norm(prefix + "mlp_norm", biases.norm()),
                rows(wi, 0, width),
                rows(wi, width, width),
                linear(prefix + "mlp.Wo", hidden, width, biases.mlp()));
    }

    private ModelTensors.Bert bert(EncoderConfig.Bert bert) {
        String prefix = config.encoderPrefix() + "embeddings.";
        return new ModelTensors.Bert(
                weights.require(prefix + "word_embeddings.weight", bert.vocabulary(), hidden),
                weights.require(prefix + "position_embeddings.weight", bert.maxPositions(), hidden),
                weights.require(prefix + "token_type_embeddings.weight", bert.tokenTypes(), hidden),
                norm(prefix + "LayerNorm", true),
                layers(bert.layers(), i -> bertLayer(bert, i)));
    }

    private BertLayer bertLayer(EncoderConfig.Bert bert, int index) {
        String prefix = config.encoderPrefix() + "encoder.layer." + index + ".";
        String attention = prefix + "attention.";
        return new BertLayer(
                new Attention(
                        linear(attention + "self.query", hidden, hidden, true),
                        linear(attention + "self.key", hidden, hidden, true),
                        linear(attention + "self.value", hidden, hidden, true),
                        linear(attention + "output.dense", hidden, hidden, true)),
                norm(attention + "output.LayerNorm", true),
                linear(prefix + "intermediate.dense", bert.intermediate(), hidden, true),
                linear(prefix + "output.dense", hidden, bert.intermediate(), true),
                norm(prefix + "output.LayerNorm", true));
    }

    private HeadLayer headLayer(int index) {
        String prefix = "head.layers." + index + ".";
        String attention = prefix + "self_attn.";
        Linear projection = new Linear(
                weights.require(attention + "in_proj_weight", 3L * hidden, hidden),
                Optional.of(weights.require(attention + "in_proj_bias", 3L * hidden)));
        return new HeadLayer(
                norm(prefix + "norm1", true),
                fused(projection, linear(attention + "out_proj", hidden, hidden, true)),
                norm(prefix + "norm2", true),
                linear(prefix + "linear1", 4L * hidden, hidden, true),
                linear(prefix + "linear2", hidden, 4L * hidden, true));
    }

    private Attention fused(Linear queryKeyValue, Linear output) {
        return new Attention(
                rows(queryKeyValue, 0, hidden),
                rows(queryKeyValue, hidden, hidden),
                rows(queryKeyValue, 2L * hidden, hidden),
                output);
    }

    private static Linear rows(Linear linear, long first, long count) {
        return new Linear(linear.weight().rows(first, count), linear.bias().map(bias -> bias.rows(first, count)));
    }

    private Linear linear(String name, long out, long in, boolean bias) {
        return new Linear(
                weights.require(name + ".weight", out, in),
                bias ? Optional.of(weights.require(name + ".bias", out)) : Optional.empty());
    }

    private Norm norm(String name, boolean bias) {
        return new Norm(
                weights.require(name + ".weight", hidden),
                bias ? Optional.of(weights.require(name + ".bias", hidden)) : Optional.empty());
    }

    private static <T> List<T> layers(int count, IntFunction<T> layer) {
        return IntStream.range(0, count).mapToObj(layer).toList();
    }
}
