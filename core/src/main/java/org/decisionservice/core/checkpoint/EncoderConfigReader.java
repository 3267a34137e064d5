// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.EncoderConfig;

/**
 * Reads the Hugging Face configuration of an encoder. Sizes are required; everything else defaults to the encoder
 * family's value. The bounds are far above any published model: they catch wrong files, not large models.
 */
final class EncoderConfigReader {
    static final String FILE = "encoder/config.json";

    private static final int MOST_LAYERS = 1_000;
    private static final int MOST_HEADS = 1_000;
    private static final int MOST_HIDDEN = 100_000;
    private static final int MOST_INTERMEDIATE = 1_000_000;
    private static final int MOST_VOCABULARY = 10_000_000;
    private static final int MOST_POSITIONS = 10_000_000;

    private final ConfigFile file;

    private EncoderConfigReader(ConfigFile file) {
        this.file = file;
    }

    static EncoderConfig read(ConfigFile file) {
        var reader = new EncoderConfigReader(file);
        String type = file.text("model_type")
                .orElseThrow(
                        () -> file.wrong("'model_type' is missing, expected one of" + " \"modernbert\", \"bert\""));
        EncoderConfig config = switch (type) {
            case "modernbert" -> reader.modernBert();
            case "bert" -> reader.bert();
            default ->
                throw file.wrong(
                        "'model_type' is " + file.shown(type) + "; supported encoders are \"modernbert\" and \"bert\"");
        };
        if (config.hidden() % config.heads() != 0) {
            throw file.wrong("'num_attention_heads' is " + config.heads() + ", which does not divide 'hidden_size' "
                    + config.hidden());
        }
        if (config instanceof EncoderConfig.ModernBert && config.headSize() % 2 != 0) {
            throw file.wrong("'hidden_size' " + config.hidden() + " over 'num_attention_heads' " + config.heads()
                    + " makes heads of " + config.headSize() + "; rotary positions need an even size");
        }
        return config;
    }

    private EncoderConfig.ModernBert modernBert() {
        file.onlyText("hidden_activation", "gelu");
        file.find("rope_scaling").filter(scaling -> !isDefault(scaling)).ifPresent(scaling -> {
            throw file.wrong(
                    "'rope_scaling' is " + file.shown(scaling) + "; scaled rotary positions are not supported");
        });
        int layers = layers();
        return new EncoderConfig.ModernBert(
                hidden(),
                layers,
                heads(),
                intermediate(),
                vocabulary(),
                file.positive("norm_eps", 1e-5),
                localLayers(layers),
                file.integer("local_attention", 128, 1, MOST_POSITIONS) / 2,
                theta("full_attention", "global_rope_theta", 160_000),
                theta("sliding_attention", "local_rope_theta", 10_000),
                new EncoderConfig.Biases(
                        file.flag("attention_bias", false),
                        file.flag("mlp_bias", false),
                        file.flag("norm_bias", false)));
    }

    /**
     * Whether rotary positions are scaled by the type {@code default}, which is not at all; older files call it {@code
     * type}.
     */
    private static boolean isDefault(JsonNode scaling) {
        JsonNode type = scaling.path("rope_type").isMissingNode() ? scaling.path("type") : scaling.path("rope_type");
        return type.asText().equals("default");
    }

    private EncoderConfig.Bert bert() {
        file.onlyText("hidden_act", "gelu");
        file.onlyText("position_embedding_type", "absolute");
        return new EncoderConfig.Bert(
                hidden(),
                layers(),
                heads(),
                intermediate(),
                vocabulary(),
                file.positive("layer_norm_eps", 1e-12),
                file.integer("max_position_embeddings", 512, 1, MOST_POSITIONS),
                file.integer("type_vocab_size", 2, 1, MOST_POSITIONS));
    }

    private int hidden() {
        return file.integer("hidden_size", 1, MOST_HIDDEN);
    }

    private int layers() {
        return file.integer("num_hidden_layers", 1, MOST_LAYERS);
    }

    private int heads() {
        return file.integer("num_attention_heads", 1, MOST_HEADS);
    }

    private int intermediate() {
        return file.integer("intermediate_size", 1, MOST_INTERMEDIATE);
    }

    private int vocabulary() {
        return file.integer("vocab_size", 1, MOST_VOCABULARY);
    }

    /** Newer files list the kind of every layer; older ones give the interval between layers with full attention. */
    private List<Boolean> localLayers(int layers) {
        Optional<JsonNode> types = file.find("layer_types");
        if (types.isEmpty()) {
            int every = file.integer("global_attn_every_n_layers", 3, 1, MOST_LAYERS);
            return IntStream.range(0, layers).mapToObj(i -> i % every != 0).toList();
        }
        if (!types.get().isArray() || types.get().size() != layers) {
            throw file.wrong("'layer_types' must be a list of " + layers + " entries, one per layer, but is "
                    + file.shown(types.get()));
        }
        List<Boolean> local = new ArrayList<>(layers);
        for (JsonNode type : types.get()) {
            local.add(
                    switch (type.asText()) {
                        case "full_attention" -> false;
                        case "sliding_attention" -> true;
                        default ->
                            throw file.wrong("'layer_types' holds " + file.shown(type)
                                    + "; layers are \"full_attention\" or \"sliding_attention\"");
                    });
        }
        return local;
    }

    /**
     * Read from {@code rope_parameters}, which holds one value per kind of layer or one for all, or else from the older
     * key.
     */
    private double theta(String kind, String olderKey, double absent) {
        Optional<JsonNode> all = file.object("rope_parameters");
        Optional<JsonNode> ofKind = all.map(parameters -> parameters.get(kind))
                .filter(JsonNode::isObject)
                .or(() -> all);
        ofKind.map(parameters -> parameters.get("rope_type"))
                .filter(type -> !type.isNull() && !type.asText().equals("default"))
                .ifPresent(type -> {
                    throw file.wrong("'rope_parameters." + kind + ".rope_type' is " + file.shown(type)
                            + "; only \"default\" is supported");
                });
        return ofKind.map(parameters -> parameters.get("rope_theta"))
                .filter(theta -> !theta.isNull())
                .map(theta -> file.positive("rope_parameters." + kind + ".rope_theta", theta))
                .orElseGet(() -> file.positive(olderKey, absent));
    }
}
