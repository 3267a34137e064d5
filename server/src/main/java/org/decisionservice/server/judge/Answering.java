// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.judge;

import org.decisionservice.server.DecisionService;
import org.decisionservice.server.HttpOptions;
import org.decisionservice.server.config.Settings;

/** Answers in this process, without a port. */
public interface Answering extends AutoCloseable {
    /** Opens what answers. The module that wires the program implements it. */
    @FunctionalInterface
    interface Opener {
        /**
         * Opens it, with no weights in memory yet.
         *
         * @throws org.decisionservice.server.config.ConfigurationException naming the setting that has to change
         */
        Answering open(Settings settings);
    }

    DecisionService service();

    /** The options that requests are read and answers are written with. */
    HttpOptions options();

    /** Frees the models. */
    @Override
    void close();
}
