// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.host.DecisionService;
import org.decisionservice.server.transport.Deadline;

/**
 * How long a request waits for its decision: until its client leaves, its deadline passes or the service ends.
 *
 * @param departed whether the client has left
 * @param stopping whether the service waits for no decision any more
 */
record Patience(Deadline deadline, BooleanSupplier departed, BooleanSupplier stopping) {
    /**
     * Interval between two checks whether the client is still there. Most requests are answered before the first check.
     */
    private static final Duration LOOK = Duration.ofMillis(250);

    /**
     * Waits for the outcome of {@code decision}, and abandons it if nobody waits for it any more.
     *
     * @throws CloseConnectionException if the client has left
     * @throws RefusedException if the deadline has passed, or the service ends
     */
    DecisionService.Outcome await(DecisionService.Decision decision) {
        while (true) {
            Optional<DecisionService.Outcome> outcome = decision.await(deadline.within(LOOK));
            if (outcome.isPresent()) {
                return outcome.get();
            }
            if (departed.getAsBoolean()) {
                decision.abandon();
                throw new CloseConnectionException("the client left while its request was answered");
            }
            if (deadline.isOver()) {
                decision.abandon();
                throw deadline.refusal();
            }
            if (stopping.getAsBoolean()) {
                decision.abandon();
                throw new RefusedException(Refusal.STOPPING);
            }
        }
    }
}
