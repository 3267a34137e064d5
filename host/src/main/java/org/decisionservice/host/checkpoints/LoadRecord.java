// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.decisionservice.core.text.Printable;

/**
 * The failed loads of a checkpoint, and whether the last one still holds. A checkpoint that was never tried is
 * assumed to load. Safe for any number of threads.
 */
public final class LoadRecord {
    private final AtomicLong failures = new AtomicLong();
    private volatile Optional<Failure> failure = Optional.empty();

    /**
     * Why the last attempt failed.
     *
     * @param tried whether the checkpoint was to be loaded; if not, it was only checked
     */
    public record Failure(RuntimeException thrown, boolean tried) {
        /** The reason on one line. */
        public String reason() {
            return Printable.joinLines(String.valueOf(thrown.getMessage()));
        }
    }

    /** Its files could not be fetched or read, or its weights could not be loaded. */
    public void failed(RuntimeException thrown) {
        // Files that are read for a load report their failure here, and then the load does.
        boolean known = failure.filter(last -> last.thrown().equals(thrown)).isPresent();
        if (!known) {
            failures.incrementAndGet();
        }
        failure = Optional.of(new Failure(thrown, true));
    }

    /** A check found that it would not load. */
    void unexpected(RuntimeException thrown) {
        failure = Optional.of(new Failure(thrown, false));
    }

    /** It was loaded, or a check found nothing that would prevent it. */
    public void succeeded() {
        failure = Optional.empty();
    }

    /** Attempts that failed since the process started. */
    public long failures() {
        return failures.get();
    }

    /** Empty if the last attempt succeeded, or there was none. */
    public Optional<Failure> failure() {
        return failure;
    }
}
