// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.nio.file.Files;
import java.nio.file.Path;
import org.decisionservice.core.text.OptionWording;

/** A kind of checkpoint: the file that tells it from others, and the form in which its model was taught to read. */
public enum Family {
    /** The published Laya checkpoints, and everything trained from them. */
    LAYA("rl_agent_config.json", OptionWording.NAMED, true),

    /** Julia-1: Laya's layers behind a configuration of its own, without temperatures. */
    JULIA("julia_config.json", OptionWording.BARE, false);

    private final String config;
    private final OptionWording wording;
    private final boolean listsKeepTheirEnd;

    Family(String config, OptionWording wording, boolean listsKeepTheirEnd) {
        this.config = config;
        this.wording = wording;
        this.listsKeepTheirEnd = listsKeepTheirEnd;
    }

    /**
     * The family of the checkpoint in {@code directory}. With the files of both, Laya's says more. With neither, it is
     * {@link #LAYA}, whose file is then reported missing.
     */
    public static Family of(Path directory) {
        return Files.isRegularFile(directory.resolve(JULIA.config))
                        && !Files.isRegularFile(directory.resolve(LAYA.config))
                ? JULIA
                : LAYA;
    }

    /** Name of its configuration, in the checkpoint's directory. */
    public String config() {
        return config;
    }

    /** The form in which options are shown to the model. */
    public OptionWording wording() {
        return wording;
    }

    /** Whether a state that is a list, such as a conversation, keeps its end if it has to be cut. */
    public boolean listsKeepTheirEnd() {
        return listsKeepTheirEnd;
    }
}
