// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.webserver.CloseConnectionException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.host.Patience;

/**
 * The patience of a request, whatever it waits for: until its client leaves, its time is over or the service ends.
 *
 * @param elapsed time since its head was read
 * @param limit time that it may take from then on; empty for no limit
 * @param departed whether the client has left
 * @param stopping whether the service waits for nothing any more
 */
public record RequestPatience(
        Supplier<Duration> elapsed, Optional<Duration> limit, BooleanSupplier departed, BooleanSupplier stopping)
        implements Patience {
    /**
     * Interval between two checks whether the client is still there. Most requests are answered before the first check.
     */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** Returns the remaining time, at least zero, or {@code most} if that is less. */
    public Duration within(Duration most) {
        return limit.map(given -> given.minus(elapsed.get()))
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .filter(left -> left.compareTo(most) < 0)
                .orElse(most);
    }

    /** Whether its time is over. */
    public boolean isOver() {
        return within(ENDLESS).isZero();
    }

    /** Why a request is refused whose time is over. */
    public RefusedException refusal() {
        return new RefusedException(
                Refusal.Kind.TIMED_OUT,
                "the request was not answered within "
                        + limit.map(RequestPatience::seconds).orElse("any")
                        + " s (SERVICE_REQUEST_TIMEOUT_S); try again later,"
                        + " or send less at once");
    }

    /** Seconds without trailing zeros. */
    static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros().toPlainString();
    }

    @Override
    public Duration next() {
        return within(LOOK);
    }

    /**
     * Looks whether anybody waits.
     *
     * @throws CloseConnectionException if the client has left
     * @throws RefusedException if the time is over, or the service ends
     */
    @Override
    public void check() {
        if (departed.getAsBoolean()) {
            throw new CloseConnectionException("the client left while its request was answered");
        }
        if (isOver()) {
            throw refusal();
        }
        if (stopping.getAsBoolean()) {
            throw new RefusedException(Refusal.STOPPING);
        }
    }
}
