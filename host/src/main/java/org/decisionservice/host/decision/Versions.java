// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.HashMap;
import java.util.Map;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/** The versions of checkpoints that a request was packed with, which stay until it is answered. For one thread. */
final class Versions implements AutoCloseable {
    private final Map<ServedCheckpoint, CheckpointVersion> held = new HashMap<>();

    /** The same version for every part of the request. */
    CheckpointVersion of(ServedCheckpoint checkpoint) {
        return held.computeIfAbsent(checkpoint, ServedCheckpoint::hold);
    }

    @Override
    public void close() {
        held.values().forEach(CheckpointVersion::release);
        held.clear();
    }
}
