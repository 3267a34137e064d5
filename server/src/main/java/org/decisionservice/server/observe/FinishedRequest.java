// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.time.Duration;
import java.util.Optional;

/**
 * A request of the decision routes that is over.
 *
 * @param id what {@code X-Request-Id} told the client; may be the client's own words
 * @param status as sent; {@link #CLIENT_LEFT} where none was
 * @param latency from the request's head to the last byte of its answer
 * @param traceparent as the client sent it, unchecked
 * @param effort empty where it did not come to a decision
 */
public record FinishedRequest(
        String id,
        DecisionRoute route,
        int status,
        Ending ending,
        Duration latency,
        Optional<String> traceparent,
        Optional<Effort> effort) {
    /** The number that proxies log for a client that did not wait. */
    public static final int CLIENT_LEFT = 499;

    /** In place of a checkpoint's name where none was asked. */
    public static final String NO_CHECKPOINT = "none";

    /** The checkpoint's name in log lines and metrics, one of a handful. */
    public String checkpoint() {
        return effort.map(Effort::checkpoint).orElse(NO_CHECKPOINT);
    }
}
