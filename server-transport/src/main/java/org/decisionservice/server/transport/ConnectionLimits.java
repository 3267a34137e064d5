// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.time.Duration;
import org.decisionservice.server.admission.LeastRate;

/**
 * Limits on the connections of one listener.
 *
 * @param most maximum number of open connections, at least 1
 * @param headTimeout maximum time from a head's first byte to its end
 * @param idleTimeout maximum time without a request, or in one write that the client does not read
 * @param leastRate how fast a client has to read its answer
 */
public record ConnectionLimits(int most, Duration headTimeout, Duration idleTimeout, LeastRate leastRate) {
    /** For a head of at most 20 KiB, which any usable connection delivers in a fraction of it. */
    public static final Duration HEAD_TIMEOUT = Duration.ofSeconds(10);
}
