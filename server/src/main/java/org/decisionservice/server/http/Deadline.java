package org.decisionservice.server.http;

import java.time.Duration;
import java.util.Optional;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.server.DecisionService;

/**
 * When a request has to be answered.
 *
 * @param started on the clock of {@link System#nanoTime()}
 * @param limit time from then on; empty for any
 */
record Deadline(long started, Optional<Duration> limit) {

    static Deadline fromNow(Optional<Duration> limit) {
        return new Deadline(System.nanoTime(), limit);
    }

    /** What is left of the time, zero at least, or of {@code most} if that is less. */
    Duration within(Duration most) {
        return limit.map(given -> given.minusNanos(System.nanoTime() - started))
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .filter(left -> left.compareTo(most) < 0)
                .orElse(most);
    }

    /** Whether the time is over. */
    boolean isOver() {
        return within(DecisionService.Decision.ENDLESS).isZero();
    }

    RefusedException refusal() {
        return new RefusedException(
                Refusal.Kind.TIMED_OUT,
                "the request was not answered within "
                        + limit.map(Timing::seconds).orElse("any") + " s (SERVICE_REQUEST_TIMEOUT_S); try again later,"
                        + " or send less at once");
    }
}
