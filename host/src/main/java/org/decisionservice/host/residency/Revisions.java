// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.core.checkpoint.WeightsDigest;

/**
 * The revisions of weights that have no commit. Each file is read only once; otherwise a checkpoint that is unloaded
 * when idle and loaded again would read gigabytes with every load. Confined to the inference thread.
 */
final class Revisions {
    private final Map<Path, Known> known = new HashMap<>();

    /** A file whose stamp is unchanged is assumed to hold the same bytes. */
    private record Known(FileStamp looks, CompletableFuture<String> revision) {
        boolean stillHolds(FileStamp now) {
            return looks.equals(now) && !revision.isCompletedExceptionally();
        }
    }

    /**
     * Returns the revision of the file, read on a separate thread so that the engine can build the model meanwhile.
     * Fails with an {@link UncheckedIOException} if the file cannot be read.
     */
    CompletableFuture<String> of(Path weights) {
        FileStamp now;
        try {
            now = FileStamp.of(weights);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(new UncheckedIOException(e));
        }
        Known before = known.get(weights);
        if (before != null && before.stillHolds(now)) {
            return before.revision();
        }
        CompletableFuture<String> revision = new CompletableFuture<>();
        known.put(weights, new Known(now, revision));
        Thread.ofPlatform().daemon().name("weights-digest").start(() -> {
            try {
                revision.complete(WeightsDigest.revision(weights));
            } catch (RuntimeException e) {
                revision.completeExceptionally(e);
            }
        });
        return revision;
    }
}
