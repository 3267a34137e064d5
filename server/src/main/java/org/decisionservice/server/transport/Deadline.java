// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.host.Patience;

/**
 * The time limit for answering a request.
 *
 * @param elapsed time since its head was read
 * @param limit time that it may take from then on; empty for no limit
 */
public record Deadline(Supplier<Duration> elapsed, Optional<Duration> limit) {

    /** Returns the remaining time, at least zero, or {@code most} if that is less. */
    public Duration within(Duration most) {
        return limit.map(given -> given.minus(elapsed.get()))
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .filter(left -> left.compareTo(most) < 0)
                .orElse(most);
    }

    /** Whether the deadline has passed. */
    public boolean isOver() {
        return within(Patience.ENDLESS).isZero();
    }

    /** Seconds without trailing zeros. */
    static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros().toPlainString();
    }

    public RefusedException refusal() {
        return new RefusedException(
                Refusal.Kind.TIMED_OUT,
                "the request was not answered within "
                        + limit.map(Deadline::seconds).orElse("any")
                        + " s (SERVICE_REQUEST_TIMEOUT_S); try again later,"
                        + " or send less at once");
    }
}
