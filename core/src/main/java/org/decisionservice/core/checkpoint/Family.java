// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.decisionservice.core.text.OptionWording;
import org.decisionservice.core.text.Prompt;
import org.decisionservice.core.text.Prompt.StateForm;
import org.decisionservice.engine.spi.ModelWeights;

/**
 * A kind of checkpoint: the file that tells it from others, where its files are, and the form in which its model was
 * taught to read. {@link FamilyConfig} reads its configuration. The first whose file is there counts.
 */
@SuppressWarnings("ImmutableEnumChecker") // records of texts, and what List.of makes, are immutable
public enum Family {
    /** The published Laya checkpoints, and everything trained from them. */
    LAYA(
            "Laya",
            "rl_agent_config.json",
            FamilyFiles.inFolders("rl_agent_config.json"),
            new Prompt(true, OptionWording.NAMED, " ", 48, false, StateForm.JSON, true),
            List.of()),

    /** Julia-1: Laya's layers behind a configuration of its own, without temperatures. */
    JULIA(
            "Julia",
            "julia_config.json",
            FamilyFiles.inFolders("julia_config.json"),
            new Prompt(true, OptionWording.BARE, " ", 48, false, StateForm.JSON, false),
            List.of()),

    /** DecisionTune 1.0: an encoder's own files and one linear layer. */
    DECISION_TUNE(
            "DecisionTune",
            "head.safetensors",
            FamilyFiles.flat("head.safetensors"),
            new Prompt(false, OptionWording.ANSWERS, "", Integer.MAX_VALUE, true, StateForm.MEMBERS, false),
            List.of("[MASK]", "[CLS]", "[SEP]", "[PAD]", "[UNK]"));

    /** By a tensor that no other has: the name of a family that is not served. */
    private static final Map<String, String> UNSERVED = Map.of("segment_embedding.weight", "Tacet");

    private final String title;
    private final String toldBy;
    private final FamilyFiles files;
    private final Prompt prompt;
    private final List<String> hidden;

    /** @param hidden texts that a client's may not hold; empty if that is the mask token alone */
    Family(String title, String toldBy, FamilyFiles files, Prompt prompt, List<String> hidden) {
        this.title = title;
        this.toldBy = toldBy;
        this.files = files;
        this.prompt = prompt;
        this.hidden = hidden;
    }

    /** The family of the checkpoint in {@code directory}; with the file of none, {@link #LAYA}. */
    public static Family of(Path directory) {
        return find(directory).orElse(LAYA);
    }

    /** The family of the checkpoint in {@code directory}; empty if it is none of these. */
    static Optional<Family> find(Path directory) {
        return Arrays.stream(values())
                .filter(family -> Files.isRegularFile(directory.resolve(family.toldBy)))
                .findFirst();
    }

    /**
     * The family, which must be one of these.
     *
     * @throws CheckpointException if it is one that is not served, or the file that tells one is missing
     */
    static Family require(Path directory) {
        return find(directory).orElseGet(() -> {
            if (WeightFiles.isThere(directory)) {
                requireServed(WeightFiles.read(directory, Optional.empty()));
            }
            ConfigFile.require(directory, LAYA.toldBy);
            return LAYA;
        });
    }

    /**
     * Checks that weights are not those of a family that is known and not served.
     *
     * @throws CheckpointException naming it
     */
    static void requireServed(ModelWeights weights) {
        UNSERVED.forEach((tensor, family) -> {
            if (weights.tensors().containsKey(tensor)) {
                throw new CheckpointException(
                        weights.name(),
                        "holds a tensor '" + tensor + "', so the checkpoint is of the family " + family
                                + ", which is not served; served are "
                                + Arrays.stream(values())
                                        .map(served -> served.title)
                                        .collect(Collectors.joining(", ")));
            }
        });
    }

    /** Name of its configuration, in the checkpoint's directory. */
    public String config() {
        return files.config();
    }

    FamilyFiles files() {
        return files;
    }

    /** The texts in which its models read questions and states. */
    public Prompt prompt() {
        return prompt;
    }

    /** Texts that a client's may not hold; empty if that is the mask token alone. */
    List<String> hidden() {
        return hidden;
    }
}
