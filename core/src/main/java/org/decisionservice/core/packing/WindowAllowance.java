// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;

/**
 * Limits the windows of one request: without a limit, 64 questions about 64 states of 50,000 characters in rows of a
 * few tokens would be millions of rows. Used for one request; not thread-safe.
 */
public final class WindowAllowance {
    /**
     * Windows that one request may have, over all its questions and states. 64 questions about 64 states are the most
     * rows that a request without windows has.
     */
    public static final int MOST = 4096;

    private final int most;
    private int taken;

    /** {@code most} windows that the states of a request may be cut into, over all its questions. */
    public WindowAllowance(int most) {
        this.most = most;
    }

    /**
     * Counts {@code windows} more.
     *
     * @throws RefusedException TOO_LARGE if that is more than the request may have
     */
    void take(int windows) {
        if (windows > most - taken) {
            throw new RefusedException(
                    Refusal.Kind.TOO_LARGE,
                    "the states would be read in more windows and sentences than a request may have (over " + most
                            + ", the limit of all questions and states together); send fewer states or questions at"
                            + " once, shorten the states, raise max_len, or send 'windows': false");
        }
        taken += windows;
    }
}
