// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.decisionservice.api.QuestionType;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;

/** Reads checkpoint directories. */
public final class CheckpointReader {
    static final String CONFIG = "rl_agent_config.json";

    private static final int MOST_TOKENS = 10_000_000;
    private static final int MOST_HEAD_LAYERS = 100;

    /** The files of a checkpoint besides the weights, relative to its directory. */
    private static final List<String> FILES =
            List.of(CONFIG, EncoderConfigReader.FILE, TokenizerReader.TOKENIZER, TokenizerReader.CONFIG);

    private final ModelSource source;
    private final int maxLen;
    private final int headMaxLen;
    private final Temperatures temperatures;
    private final OptionalInt positionLimit;
    private final Optional<String> modelName;
    private final Set<String> languages;

    /** Reads the configuration and where the weights are. */
    private CheckpointReader(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new CheckpointException(directory.toString(), "is not a directory");
        }
        ConfigFile agent = ConfigFile.read(directory, CONFIG);
        ConfigFile encoderFile = ConfigFile.read(directory, EncoderConfigReader.FILE);
        EncoderConfig encoder = EncoderConfigReader.read(encoderFile);
        ModelConfig model = new ModelConfig(
                encoder,
                agent.integer("head_layers", 2, 0, MOST_HEAD_LAYERS),
                1 + agent.object("act_costs").map(JsonNode::size).orElse(0),
                layout(agent));
        if (encoder.hidden() % model.headHeads() != 0) {
            throw encoderFile.wrong("'hidden_size' is " + encoder.hidden() + ", which the decision head cannot split"
                    + " into " + model.headHeads() + " heads");
        }
        positionLimit = switch (encoder) {
            case EncoderConfig.Bert bert -> OptionalInt.of(bert.maxPositions());
            case EncoderConfig.ModernBert _ -> OptionalInt.empty();
        };
        maxLen = agent.integer("max_len", 512, 1, MOST_TOKENS);
        if (positionLimit.isPresent() && maxLen > positionLimit.getAsInt()) {
            throw agent.wrong("'max_len' is " + maxLen + ", but the encoder has positions for "
                    + positionLimit.getAsInt() + " tokens ('max_position_embeddings' in " + EncoderConfigReader.FILE
                    + ")");
        }
        headMaxLen = agent.integer("head_max_len", 192, 1, MOST_TOKENS);
        temperatures = temperatures(agent);
        modelName = agent.text("model_name");
        languages = languages(agent);
        source = new ModelSource(model, WeightFiles.read(directory));
    }

    /**
     * Stamps of the files of a checkpoint, its weights among them, by path. Files whose attributes cannot be read are
     * left out.
     */
    public static Map<String, FileStamp> stamps(Path directory) {
        Map<String, FileStamp> stamps = new HashMap<>();
        List<String> names = new ArrayList<>(FILES);
        names.addAll(WeightFiles.dependencies(directory));
        for (String name : names) {
            try {
                stamps.put(name, FileStamp.of(directory.resolve(name)));
            } catch (IOException _) {
                // Reading the file will report the error.
            }
        }
        return stamps;
    }

    /**
     * SHA-256 of the files that determine the answers besides the weights, by name: configuration and tokenizer. Files
     * that cannot be read are left out.
     */
    public static SequencedMap<String, String> digests(Path directory) {
        SequencedMap<String, String> digests = new LinkedHashMap<>();
        for (String name : FILES) {
            Path file = directory.resolve(name);
            if (Files.isRegularFile(file) && Files.isReadable(file)) {
                digests.put(name, WeightsDigest.sha256(file));
            }
        }
        return digests;
    }

    /** Whether {@code directory} is meant to be a checkpoint; its files may still be unusable. */
    public static boolean isCheckpoint(Path directory) {
        return Files.isRegularFile(directory.resolve(CONFIG));
    }

    /**
     * Checks the configuration and the header of the weights, which takes milliseconds: no tokenizer is built and no
     * weights are read.
     *
     * @throws CheckpointException naming the file, what is wrong with it and what was expected
     */
    public static void check(Path directory) {
        var _ = new CheckpointReader(directory);
        ConfigFile.require(directory, TokenizerReader.TOKENIZER);
    }

    /**
     * Reads everything but the weights.
     *
     * @throws CheckpointException naming the file, what is wrong with it and what was expected
     */
    public static Checkpoint read(Path directory) {
        return read(directory, TextReading.WITH_SPECIAL_TOKENS);
    }

    /** As {@link #read(Path)}, with a choice of how special tokens in clients' texts are tokenized. */
    public static Checkpoint read(Path directory, TextReading texts) {
        CheckpointReader reader = new CheckpointReader(directory);
        int vocabulary = reader.source.config().encoder().vocabulary();
        return reader.with(TokenizerReader.read(directory, vocabulary, texts));
    }

    private Checkpoint with(Tokenizer tokenizer) {
        return new Checkpoint(source, maxLen, headMaxLen, temperatures, positionLimit, modelName, languages, tokenizer);
    }

    /** An extension of the format: what it reads, as codes of ISO 639-1. Upstream passes over it. */
    private static Set<String> languages(ConfigFile agent) {
        return agent.find("languages")
                .map(list -> {
                    if (!list.isArray() || list.isEmpty() || list.valueStream().anyMatch(code -> !isLanguage(code))) {
                        throw agent.wrong("'languages' is " + agent.shown(list)
                                + ", expected a list of codes in lower case, such as [\"en\", \"de\"]");
                    }
                    return list.valueStream().map(JsonNode::textValue).collect(Collectors.toSet());
                })
                .orElse(Set.of());
    }

    private static boolean isLanguage(JsonNode code) {
        return code.isTextual() && code.textValue().matches("[a-z]{2,3}");
    }

    private static OptionLayout layout(ConfigFile agent) {
        String layout = agent.text("option_layout").orElse(OptionLayout.SEQUENTIAL.toString());
        return Arrays.stream(OptionLayout.values())
                .filter(known -> known.toString().equals(layout))
                .findFirst()
                .orElseThrow(() -> agent.wrong(
                        "'option_layout' is " + agent.shown(layout) + ", expected \"sequential\" or \"parallel\""));
    }

    private static Temperatures temperatures(ConfigFile agent) {
        List<Double> byType = agent.find("temperature")
                .map(list -> {
                    if (!list.isArray() || list.size() != QuestionType.values().length) {
                        throw agent.wrong("'temperature' is " + agent.shown(list)
                                + ", expected a list of 3 numbers: choice, score, noul");
                    }
                    return StreamSupport.stream(list.spliterator(), false)
                            .map(CheckpointReader::number)
                            .toList();
                })
                .orElse(List.of(1.0, 1.0, 1.0));
        Map<String, Double> byOptions = new LinkedHashMap<>();
        agent.object("temperature_by_options")
                .ifPresent(object -> object.properties().forEach(e -> byOptions.put(e.getKey(), number(e.getValue()))));
        return Temperatures.of(byType, byOptions);
    }

    private static double number(JsonNode value) {
        return value.isNumber() ? value.doubleValue() : Double.NaN;
    }
}
