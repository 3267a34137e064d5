// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import java.util.Optional;

/** Says what is behind the name of a checkpoint when a line is made. */
@FunctionalInterface
public interface Provenance {
    /** Nothing is known. */
    Provenance UNKNOWN = _ -> new Weights(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * The weights and files that answered.
     *
     * @param revision of the weights, as {@code /health} shows it
     * @param calibration SHA-256 of the calibration in force
     * @param learned SHA-256 of the learned file in force
     */
    record Weights(Optional<String> revision, Optional<String> calibration, Optional<String> learned) {}

    Weights of(String checkpoint);
}
