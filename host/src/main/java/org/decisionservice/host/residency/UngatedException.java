// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import org.decisionservice.host.checkpoints.CheckpointVersion;

/**
 * A version of a checkpoint was not loaded, because the precision that it serves in has to pass the gate first. That
 * takes far longer than a load and has another thread to itself; the load is then tried again.
 */
public final class UngatedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient CheckpointVersion version;

    UngatedException(CheckpointVersion version) {
        super("the precision of checkpoint " + version.served() + " has to be judged first");
        this.version = version;
    }

    /** The version that has to pass the gate. */
    public CheckpointVersion version() {
        return version;
    }
}
