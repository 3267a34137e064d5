// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** An attempt failed, but another one may succeed. */
final class TransientException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Optional<Duration> retryAfter;
    private final boolean moved;

    /**
     * @param retryAfter how long the server asks the client to wait
     * @param moved whether the attempt fetched bytes that the next one need not fetch again
     */
    TransientException(String message, Optional<Duration> retryAfter, boolean moved) {
        super(message);
        this.retryAfter = retryAfter;
        this.moved = moved;
    }

    TransientException(String message) {
        this(message, Optional.empty(), false);
    }

    Optional<Duration> retryAfter() {
        return retryAfter;
    }

    boolean moved() {
        return moved;
    }
}
