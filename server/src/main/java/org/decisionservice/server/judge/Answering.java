// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.judge;

import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.HttpOptions;
import org.decisionservice.server.config.Settings;

/** Answers in this process, without a port. */
public interface Answering extends AutoCloseable {
    /** Opens what answers. The module that wires the program implements it. */
    interface Opener {
        /**
         * Opens it, with no weights in memory yet.
         *
         * @throws org.decisionservice.server.config.ConfigurationException naming the setting that has to change
         */
        Answering open(Settings settings);

        /**
         * What is in the files that {@code settings} name and that answers depend on, by what people call them. Weights
         * are not read for it: {@link Answering#revisions} names those that answered.
         *
         * @throws org.decisionservice.server.config.ConfigurationException naming the setting that has to change
         */
        SequencedMap<String, String> contents(Settings settings);
    }

    DecisionService service();

    /** The options that requests are read and answers are written with. */
    HttpOptions options();

    /**
     * The weights of a checkpoint, and the temperatures that come with them.
     *
     * @param revision {@code sha256:} and the first 12 hex digits of the weights' digest
     */
    record Weights(String revision, Temperatures temperatures) {}

    /** The weights of the checkpoint that answers by this name. */
    Weights weights(String checkpoint);

    /** The weights that are in memory and the device that they are on, by the name of the checkpoint. */
    default Map<String, String> revisions() {
        Map<String, String> revisions = new TreeMap<>();
        service()
                .health()
                .resident()
                .forEach((name, resident) -> revisions.put(name, resident.revision() + " on " + resident.device()));
        return revisions;
    }

    /** The digests of the calibrations in force, joined; empty if there is none. */
    Optional<String> calibration();

    /** Frees the models. */
    @Override
    void close();
}
