// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

/**
 * Rows were packed with a version of a checkpoint that is not in memory and whose files are gone. They are packed again
 * with the version that has replaced it.
 */
public final class SupersededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SupersededException(CheckpointVersion version) {
        super("checkpoint " + version.served() + " was replaced while a request was answered");
    }
}
