// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** Formats durations for clients. */
public final class Timing {
    private Timing() {}

    /** Milliseconds with two decimals. */
    public static String milliseconds(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 6)
                .setScale(2, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    /** Seconds without trailing zeros. */
    static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros().toPlainString();
    }
}
