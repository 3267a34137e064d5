// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.decisionservice.core.text.OptionWording;
import org.decisionservice.core.text.Prompt;
import org.decisionservice.core.text.Prompt.StateForm;
import org.decisionservice.engine.spi.ModelWeights;

/**
 * A kind of checkpoint: the files that tell it from others, where its files are, and the form in which its model was
 * taught to read. {@link FamilyConfig} reads its configuration. The first whose files are there counts.
 */
@SuppressWarnings("ImmutableEnumChecker") // records of texts, and what List.of makes, are immutable
public enum Family {
    /** The published Laya checkpoints, and everything trained from them. */
    LAYA(
            "Laya",
            List.of("rl_agent_config.json"),
            FamilyFiles.inFolders("rl_agent_config.json"),
            new Prompt(false, true, OptionWording.NAMED, " ", 48, false, StateForm.JSON, true),
            List.of()),

    /** Julia-1: Laya's layers behind a configuration of its own, without temperatures. */
    JULIA(
            "Julia",
            List.of("julia_config.json"),
            FamilyFiles.inFolders("julia_config.json"),
            new Prompt(false, true, OptionWording.BARE, " ", 48, false, StateForm.JSON, false),
            List.of()),

    /** DecisionTune 1.0: an encoder's own files and one linear layer. */
    DECISION_TUNE(
            "DecisionTune",
            List.of("head.safetensors"),
            FamilyFiles.flat("head.safetensors"),
            new Prompt(false, false, OptionWording.ANSWERS, "", Integer.MAX_VALUE, true, StateForm.MEMBERS, false),
            List.of("[MASK]", "[CLS]", "[SEP]", "[PAD]", "[UNK]")),

    /** Tacet: all questions of a request before the state, and an embedding that tells their tokens apart. */
    TACET(
            "Tacet",
            List.of("config.json", EncoderConfigReader.FILE),
            FamilyFiles.inFolders("config.json"),
            new Prompt(true, true, OptionWording.NAMED, " ", 48, false, StateForm.JSON, false),
            List.of());

    /** A tensor that every checkpoint of {@link #TACET} has, and no other. */
    private static final String SEGMENTS = "segment_embedding.weight";

    private final String title;
    private final List<String> toldBy;
    private final FamilyFiles files;
    private final Prompt prompt;
    private final List<String> hidden;

    /** @param hidden texts that a client's may not hold; empty if that is the mask token alone */
    Family(String title, List<String> toldBy, FamilyFiles files, Prompt prompt, List<String> hidden) {
        this.title = title;
        this.toldBy = toldBy;
        this.files = files;
        this.prompt = prompt;
        this.hidden = hidden;
    }

    /** The family of the checkpoint in {@code directory}; with the files of none, {@link #LAYA}. */
    public static Family of(Path directory) {
        return find(directory).orElse(LAYA);
    }

    /** The family of the checkpoint in {@code directory}; empty if it is none of these. */
    static Optional<Family> find(Path directory) {
        return Arrays.stream(values())
                .filter(family -> family.toldBy.stream().map(directory::resolve).allMatch(Files::isRegularFile))
                .findFirst();
    }

    /**
     * The family, which must be one of these.
     *
     * @throws CheckpointException if the files that tell one are missing
     */
    static Family require(Path directory) {
        return find(directory).orElseGet(() -> {
            ConfigFile.require(directory, LAYA.files.config());
            return LAYA;
        });
    }

    /**
     * Checks that weights are not those of Tacet under the configuration of another family, which checkpoints of its
     * authors have: they would be read in a form that they were not taught.
     *
     * @throws CheckpointException naming the family and the file to rename
     */
    void requireOwn(ModelWeights weights) {
        if (this != TACET && weights.tensors().containsKey(SEGMENTS)) {
            throw new CheckpointException(
                    weights.name(),
                    "holds a tensor '" + SEGMENTS + "', so the checkpoint is of the family " + TACET.title
                            + ", but its configuration is that of " + title + "; rename " + config() + " to "
                            + TACET.config() + ", or remove it where there is one");
        }
    }

    /** The name for messages and pages. */
    public String title() {
        return title;
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
