// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.time.Duration;
import java.util.Optional;
import org.decisionservice.contract.DecisionRoute;

/**
 * A finished request of the decision routes.
 *
 * @param id the value of {@code X-Request-Id} sent to the client; may be the client's own text
 * @param status as sent; {@link #CLIENT_LEFT} if none was sent
 * @param latency from the request's head to the last byte of its answer
 * @param traceparent as the client sent it, unchecked
 * @param effort empty if no decision was made
 */
public record FinishedRequest(
        String id,
        DecisionRoute route,
        int status,
        Ending ending,
        Duration latency,
        Optional<String> traceparent,
        Optional<Effort> effort) {
    /** The status that proxies log for a client that did not wait. */
    public static final int CLIENT_LEFT = 499;

    /** Used instead of a checkpoint's name if none was asked. */
    public static final String NO_CHECKPOINT = "none";

    /** The checkpoint's name in log lines and metrics; one of a small set of values. */
    public String checkpoint() {
        return effort.map(Effort::checkpoint).orElse(NO_CHECKPOINT);
    }
}
