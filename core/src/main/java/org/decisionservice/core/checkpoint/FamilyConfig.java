// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.api.QuestionType;
import org.decisionservice.engine.spi.HeadConfig;
import org.decisionservice.engine.spi.OptionLayout;

/**
 * A checkpoint's own configuration, whatever form its family writes it in.
 *
 * @param head what follows the encoder
 * @param maxLen longest row in tokens, unless a request says otherwise
 * @param headMaxLen tokens that instructions and options share, unless a request says otherwise
 * @param positionLimit longest row that the checkpoint may be asked for; empty if its encoder decides
 * @param modelName its name, if it has one
 * @param languages codes of ISO 639-1 of the languages that it reads; empty if it does not say
 */
record FamilyConfig(
        HeadConfig head,
        OptionLayout layout,
        int maxLen,
        int headMaxLen,
        OptionalInt positionLimit,
        Temperatures temperatures,
        Optional<String> modelName,
        Set<String> languages) {
    private static final int MOST_TOKENS = 10_000_000;
    private static final int MOST_HEAD_LAYERS = 100;
    private static final int MOST_ACTS = 100_000;

    /** The only version of Julia's layout. */
    private static final int JULIA_VERSION = 1;

    /** Tokens of a question and its options that Julia's own programs allow, where nothing else is said. */
    private static final int JULIA_HEAD = 256;

    /** The only version of Tacet's layout. */
    private static final int TACET_VERSION = 1;

    /** Longest row of Tacet's own programs, whatever else the encoder has positions for. */
    private static final int TACET_LONGEST = 4096;

    private static final Temperatures UNCALIBRATED = Temperatures.of(List.of(1.0, 1.0, 1.0), Map.of());

    static FamilyConfig read(Path directory, Family family, ConfigFile encoder) {
        ConfigFile own = ConfigFile.read(directory, family.config());
        return switch (family) {
            case LAYA -> laya(own);
            case JULIA -> julia(own, encoder);
            case DECISION_TUNE -> decisionTune(own);
            case TACET -> tacet(own, encoder);
        };
    }

    private static FamilyConfig laya(ConfigFile own) {
        return new FamilyConfig(
                typed(
                        own.integer("head_layers", 2, 0, MOST_HEAD_LAYERS),
                        1 + own.object("act_costs").map(JsonNode::size).orElse(0)),
                layout(own),
                own.integer("max_len", 512, 1, MOST_TOKENS),
                own.integer("head_max_len", 192, 1, MOST_TOKENS),
                OptionalInt.empty(),
                temperatures(own),
                own.text("model_name"),
                languages(own));
    }

    /** Rows may be as long as the encoder's configuration says; options were not calibrated. */
    private static FamilyConfig julia(ConfigFile own, ConfigFile encoder) {
        own.integer("format_version", JULIA_VERSION, JULIA_VERSION);
        int positions = encoder.integer("max_position_embeddings", 1, MOST_TOKENS);
        return new FamilyConfig(
                typed(own.integer("head_layers", 0, MOST_HEAD_LAYERS), own.integer("n_act", 1, MOST_ACTS)),
                OptionLayout.SEQUENTIAL,
                positions,
                JULIA_HEAD,
                OptionalInt.of(positions),
                UNCALIBRATED,
                own.text("model_name"),
                languages(own));
    }

    /** Its own programs know the encoder's configuration only, and divide the positions in no way. */
    private static FamilyConfig decisionTune(ConfigFile encoder) {
        int positions = encoder.integer("max_position_embeddings", 1, MOST_TOKENS);
        return new FamilyConfig(
                new HeadConfig(HeadConfig.Types.NONE, 0, HeadConfig.Scorer.LINEAR, 0),
                OptionLayout.SEQUENTIAL,
                positions,
                positions,
                OptionalInt.of(positions),
                UNCALIBRATED,
                encoder.text("model_name"),
                languages(encoder));
    }

    /** Its questions are never shortened, so they share the row with the state, and no number divides it. */
    private static FamilyConfig tacet(ConfigFile own, ConfigFile encoder) {
        own.integer("tacet_format", TACET_VERSION, TACET_VERSION, TACET_VERSION);
        int longest = Math.min(TACET_LONGEST, encoder.integer("max_position_embeddings", 1, MOST_TOKENS));
        return new FamilyConfig(
                new HeadConfig(
                        HeadConfig.Types.SEGMENTS,
                        own.integer("head_layers", 2, 0, MOST_HEAD_LAYERS),
                        HeadConfig.Scorer.PERCEPTRON,
                        0),
                OptionLayout.SEQUENTIAL,
                longest,
                longest,
                OptionalInt.of(longest),
                UNCALIBRATED,
                own.text("name"),
                languages(own));
    }

    private static HeadConfig typed(int layers, int acts) {
        return new HeadConfig(HeadConfig.Types.QUESTIONS, layers, HeadConfig.Scorer.PERCEPTRON, acts);
    }

    /** An extension of the format: what it reads. Upstream passes over it. */
    private static Set<String> languages(ConfigFile own) {
        return own.find("languages")
                .map(list -> {
                    if (!list.isArray() || list.isEmpty() || list.valueStream().anyMatch(code -> !isLanguage(code))) {
                        throw own.wrong("'languages' is " + own.shown(list)
                                + ", expected a list of codes in lower case, such as [\"en\", \"de\"]");
                    }
                    return list.valueStream().map(JsonNode::textValue).collect(Collectors.toSet());
                })
                .orElse(Set.of());
    }

    private static boolean isLanguage(JsonNode code) {
        return code.isTextual() && code.textValue().matches("[a-z]{2,3}");
    }

    private static OptionLayout layout(ConfigFile own) {
        String layout = own.text("option_layout").orElse(OptionLayout.SEQUENTIAL.toString());
        return Arrays.stream(OptionLayout.values())
                .filter(known -> known.toString().equals(layout))
                .findFirst()
                .orElseThrow(() -> own.wrong(
                        "'option_layout' is " + own.shown(layout) + ", expected \"sequential\" or \"parallel\""));
    }

    private static Temperatures temperatures(ConfigFile own) {
        List<Double> byType = own.find("temperature")
                .map(list -> {
                    if (!list.isArray() || list.size() != QuestionType.values().length) {
                        throw own.wrong("'temperature' is " + own.shown(list)
                                + ", expected a list of 3 numbers: choice, score, noul");
                    }
                    return list.valueStream().map(FamilyConfig::number).toList();
                })
                .orElse(List.of(1.0, 1.0, 1.0));
        Map<String, Double> byOptions = new LinkedHashMap<>();
        own.object("temperature_by_options")
                .ifPresent(object -> object.properties().forEach(e -> byOptions.put(e.getKey(), number(e.getValue()))));
        return Temperatures.of(byType, byOptions);
    }

    private static double number(JsonNode value) {
        return value.isNumber() ? value.doubleValue() : Double.NaN;
    }
}
