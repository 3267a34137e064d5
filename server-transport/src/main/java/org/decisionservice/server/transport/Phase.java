// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.time.Duration;
import java.util.Optional;

/** The present activity of a connection. */
enum Phase {
    /** Accepted, but nothing received yet; an honest client is about to send. */
    SILENT(Optional.of(Duration.ofMillis(200))),
    /** Waiting for the first byte of a further request. */
    WAITING(Optional.of(Duration.ofSeconds(1))),
    /** Receiving a request's head. */
    HEAD(Optional.of(Duration.ofSeconds(2))),
    /** Receiving, computing or answering a request; the time for that is limited elsewhere. */
    REQUEST(Optional.empty()),
    /** Sending bytes that the client has to read. */
    WRITING(Optional.of(Duration.ofSeconds(5))),
    /** Has its answer, and sends the rest of a body that nobody wants. */
    DISCARDING(Optional.of(Duration.ZERO));

    /** Longest wait for the next bytes of a body that nobody wants. */
    private static final Duration UNWANTED = Duration.ofSeconds(1);

    private final Optional<Duration> patience;

    Phase(Optional<Duration> patience) {
        this.patience = patience;
    }

    /** Longest stay in this phase if others need the connection's place; empty for no limit. */
    Optional<Duration> patience() {
        return patience;
    }

    /** Longest stay in this phase in any case; empty for no limit. */
    Optional<Duration> limit(ConnectionLimits limits) {
        return switch (this) {
            case SILENT, WAITING, WRITING -> Optional.of(limits.idleTimeout());
            case HEAD -> Optional.of(limits.headTimeout());
            case REQUEST -> Optional.empty();
            case DISCARDING -> Optional.of(UNWANTED);
        };
    }
}
