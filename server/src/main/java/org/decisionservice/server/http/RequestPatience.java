// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.host.Patience;
import org.decisionservice.server.transport.Deadline;

/**
 * How long a request waits for its decision: until its client leaves, its deadline passes or the service ends.
 *
 * @param departed whether the client has left
 * @param stopping whether the service waits for no decision any more
 */
record RequestPatience(Deadline deadline, BooleanSupplier departed, BooleanSupplier stopping) implements Patience {
    /**
     * Interval between two checks whether the client is still there. Most requests are answered before the first check.
     */
    private static final Duration LOOK = Duration.ofMillis(250);

    @Override
    public Duration next() {
        return deadline.within(LOOK);
    }

    /**
     * Looks whether anybody waits.
     *
     * @throws CloseConnectionException if the client has left
     * @throws RefusedException if the deadline has passed, or the service ends
     */
    @Override
    public void check() {
        if (departed.getAsBoolean()) {
            throw new CloseConnectionException("the client left while its request was answered");
        }
        if (deadline.isOver()) {
            throw deadline.refusal();
        }
        if (stopping.getAsBoolean()) {
            throw new RefusedException(Refusal.STOPPING);
        }
    }
}
