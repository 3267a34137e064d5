// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import org.decisionservice.host.checkpoints.CheckpointVersion;

/**
 * A version of a checkpoint was not loaded, because the precision that it serves in has to be judged first. That takes
 * far longer than a load and has another thread to itself; the load is then tried again.
 */
public final class UnjudgedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient CheckpointVersion version;

    UnjudgedException(CheckpointVersion version) {
        super("the precision of checkpoint " + version.served() + " has to be judged first");
        this.version = version;
    }

    /** What is to be judged. */
    public CheckpointVersion version() {
        return version;
    }
}
