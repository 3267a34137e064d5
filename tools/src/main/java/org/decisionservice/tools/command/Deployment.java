// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.tools.judge.Answering;

/**
 * The settings of this installation, as far as commands need them. Every method takes settings by variable or flag, as
 * people give them, over the file of the installation, and throws
 * {@link org.decisionservice.host.ConfigurationException} naming the one that has to change.
 */
public interface Deployment {
    /** Opens what answers, with no weights in memory yet. */
    Answering open(Map<String, String> settings);

    /** Opens it without thresholds, which change no answer but only whether it passes. */
    Answering openWithoutThresholds(Map<String, String> settings);

    /**
     * What answers depend on, by name: settings by their values, and files that settings name by what is in them.
     * Weights are not read for it: {@link Answering#revisions} names those that answered.
     */
    SequencedMap<String, String> answersDependOn(Map<String, String> settings);

    /** The names of the files that calibrate, with commas between them; blank if there are none. */
    String calibrations(Map<String, String> settings);

    /** The classes of commands that are in folders of their own. */
    ClassLoader commands();

    /** The version of the service. */
    String version();

    /** The key of the service. */
    Optional<String> key(Map<String, String> settings);
}
