// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import java.time.Duration;

/**
 * The minimum rate at which a client has to send its body and read its answer. The first two seconds are not counted,
 * so a body or an answer that takes no longer than that is never too slow.
 *
 * @param bytesPerSecond 0 sets no limit
 */
public record LeastRate(int bytesPerSecond) {
    /** No limit. */
    public static final LeastRate NONE = new LeastRate(0);

    private static final Duration GRACE = Duration.ofSeconds(2);

    /** Whether a client that has moved that many bytes in that time is too slow. */
    public boolean behind(long bytes, long nanos) {
        double counted = (nanos - GRACE.toNanos()) / 1e9;
        return bytesPerSecond > 0 && counted > 0 && bytes < counted * bytesPerSecond;
    }
}
