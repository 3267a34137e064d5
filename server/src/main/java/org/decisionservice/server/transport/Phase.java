// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.time.Duration;
import java.util.Optional;

/** What a connection does. */
enum Phase {
    /** Was accepted and has sent nothing yet; an honest client is about to. */
    SILENT(Optional.of(Duration.ofMillis(200))),
    /** Waits for the first byte of a further request. */
    WAITING(Optional.of(Duration.ofSeconds(1))),
    /** Receives a request's head. */
    HEAD(Optional.of(Duration.ofSeconds(2))),
    /** Carries a request that is received, computed or answered; its time is limited elsewhere. */
    REQUEST(Optional.empty()),
    /** Sends bytes that the client has to take. */
    WRITING(Optional.of(Duration.ofSeconds(5)));

    private final Optional<Duration> patience;

    Phase(Optional<Duration> patience) {
        this.patience = patience;
    }

    /** How long a connection is left in this phase even if others need its room; empty for ever. */
    Optional<Duration> patience() {
        return patience;
    }

    /** How long a connection may stay in this phase at all; empty for ever. */
    Optional<Duration> limit(ConnectionLimits limits) {
        return switch (this) {
            case SILENT, WAITING, WRITING -> Optional.of(limits.idleTimeout());
            case HEAD -> Optional.of(limits.headTimeout());
            case REQUEST -> Optional.empty();
        };
    }
}
