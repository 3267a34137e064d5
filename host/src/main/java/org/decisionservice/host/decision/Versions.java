// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/**
 * The versions of checkpoints that a request was packed with, which stay until it is answered. Packing takes place on
 * another thread, which may still be at it when the request is given up; the versions stay that long too.
 */
final class Versions implements AutoCloseable {
    private final Map<ServedCheckpoint, CheckpointVersion> held = new HashMap<>();
    private boolean packing;
    private boolean closed;

    /** Runs {@code step}, in which {@link #of} may be called. */
    <T> T whilePacking(Supplier<T> step) {
        synchronized (this) {
            packing = true;
        }
        try {
            return step.get();
        } finally {
            synchronized (this) {
                packing = false;
                releaseIfUnused();
            }
        }
    }

    /** The same version for every part of the request. */
    CheckpointVersion of(ServedCheckpoint checkpoint) {
        return held.computeIfAbsent(checkpoint, ServedCheckpoint::hold);
    }

    @Override
    public synchronized void close() {
        closed = true;
        releaseIfUnused();
    }

    private void releaseIfUnused() {
        if (closed && !packing) {
            held.values().forEach(CheckpointVersion::release);
            held.clear();
        }
    }
}
