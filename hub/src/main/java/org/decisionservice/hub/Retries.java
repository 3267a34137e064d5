// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;

/** Retries an operation a few times, with pauses. */
final class Retries {
    private static final System.Logger LOG = System.getLogger(Retries.class.getName());
    /** Some 36 s, which a hub or a name server needs to come back after a restart. */
    static final int ATTEMPTS = 8;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    /**
     * If a server asks for a longer wait than this, the operator is told instead. The public hub counts in 5 minutes.
     */
    static final Duration LONGEST_ASKED = Duration.ofMinutes(6);

    /** Waits; replaced in tests, which do not. */
    interface Pause {
        void sleep(Duration duration) throws InterruptedException;
    }

    /** One attempt. */
    interface Attempt<T> {
        T run() throws TransientException, InterruptedException;
    }

    private final Pause pause;

    Retries(Pause pause) {
        this.pause = pause;
    }

    /**
     * Returns the result of the first attempt that succeeds. An attempt that made progress resets the count of
     * failures.
     *
     * @param what what is attempted, for the log and for the message of the last failure
     * @throws HubException if {@code attempts} attempts in a row failed
     */
    <T> T run(String what, int attempts, Attempt<T> attempt) throws InterruptedException {
        int failed = 0;
        while (true) {
            try {
                return attempt.run();
            } catch (TransientException e) {
                failed = e.moved() ? 1 : failed + 1;
                Duration wait = e.retryAfter().orElse(backoff(failed));
                if (failed >= attempts || wait.compareTo(LONGEST_ASKED) > 0) {
                    throw new HubException(
                            HubException.Reason.AWAY,
                            what + ": " + e.getMessage()
                                    + e.retryAfter()
                                            .map(d -> ", and asks to come back in " + d.toSeconds() + " s")
                                            .orElse("")
                                    + "; check the network, HF_ENDPOINT and the proxy"
                                    + " (with HF_HUB_OFFLINE=1 only what is cached is used)");
                }
                LOG.log(WARNING, "{0}: {1}; trying again in {2} s", what, e.getMessage(), wait.toMillis() / 1000.0);
                pause.sleep(wait);
            }
        }
    }

    private static Duration backoff(int failed) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failed - 1, 10));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
