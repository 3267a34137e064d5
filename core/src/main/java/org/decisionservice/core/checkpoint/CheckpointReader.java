// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.ModelWeights;

/** Reads checkpoint directories. */
public final class CheckpointReader {
    private final Family family;
    private final FamilyConfig config;
    private final ModelSource source;
    private final OptionalInt positionLimit;

    /** Reads the configuration and where the weights are. */
    private CheckpointReader(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new CheckpointException(
                    directory.toString(),
                    RegularFile.hidden(directory)
                            .map(why -> "cannot be read: " + why)
                            .orElse("is not a directory"));
        }
        family = Family.require(directory);
        FamilyFiles files = family.files();
        ConfigFile encoderFile = ConfigFile.read(directory, files.encoder());
        EncoderConfig encoder = EncoderConfigReader.read(encoderFile);
        config = FamilyConfig.read(directory, family, encoderFile);
        ModelConfig model = new ModelConfig(encoder, files.encoderPrefix(), config.head(), config.layout());
        if (encoder.hidden() % model.headHeads() != 0) {
            throw encoderFile.wrong("'hidden_size' is " + encoder.hidden() + ", which the decision head cannot split"
                    + " into " + model.headHeads() + " heads");
        }
        positionLimit = switch (encoder) {
            case EncoderConfig.Bert bert -> OptionalInt.of(bert.maxPositions());
            case EncoderConfig.ModernBert _ -> config.positionLimit();
        };
        if (positionLimit.isPresent() && config.maxLen() > positionLimit.getAsInt()) {
            throw new CheckpointException(
                    family.config(),
                    "'max_len' is " + config.maxLen() + ", but the encoder has positions for "
                            + positionLimit.getAsInt() + " tokens ('max_position_embeddings' in "
                            + files.encoder() + ")");
        }
        ModelWeights weights = WeightFiles.read(directory, files.head());
        family.requireOwn(weights);
        source = new ModelSource(model, weights);
    }

    /**
     * Stamps of the files of a checkpoint, its weights among them, by path. Files whose attributes cannot be read are
     * left out.
     */
    public static Map<String, FileStamp> stamps(Path directory) {
        Map<String, FileStamp> stamps = new HashMap<>();
        FamilyFiles files = Family.of(directory).files();
        List<String> names = new ArrayList<>(files.besideWeights());
        names.addAll(WeightFiles.dependencies(directory, files.head()));
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
        for (String name : Family.of(directory).files().besideWeights()) {
            Path file = directory.resolve(name);
            if (Files.isRegularFile(file) && Files.isReadable(file)) {
                digests.put(name, WeightsDigest.sha256(file));
            }
        }
        return digests;
    }

    /** Whether {@code directory} is meant to be a checkpoint; its files may still be unusable. */
    public static boolean isCheckpoint(Path directory) {
        return Family.find(directory).isPresent();
    }

    /**
     * Checks the configuration and the header of the weights, which takes milliseconds: no tokenizer is built and no
     * weights are read.
     *
     * @throws CheckpointException naming the file, what is wrong with it and what was expected
     */
    public static void check(Path directory) {
        CheckpointReader reader = new CheckpointReader(directory);
        ConfigFile.require(directory, reader.family.files().tokenizer());
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
        return reader.with(TokenizerReader.read(directory, reader.family, vocabulary, texts));
    }

    private Checkpoint with(Tokenizer tokenizer) {
        return new Checkpoint(
                family,
                source,
                config.maxLen(),
                config.headMaxLen(),
                config.temperatures(),
                positionLimit,
                config.modelName(),
                config.languages(),
                tokenizer);
    }
}
