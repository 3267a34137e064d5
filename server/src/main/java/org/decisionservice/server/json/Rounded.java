// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.json;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Formats the numbers that clients see. Probabilities and everything derived from them are rounded to 4 decimals, half
 * to even on the exact value of the double. This is the only place where a number of an answer is rounded.
 */
final class Rounded {
    private static final int DECIMALS = 4;
    private static final long SCALE = 10_000;

    /** From this value on, scaling could lose the fourth decimal. */
    private static final double FAST_LIMIT = 1e6;

    /** The error of a scaled value is smaller than this, so farther from a tie the nearest integer is certain. */
    private static final double TIE_MARGIN = 1e-5;

    private Rounded() {}

    /**
     * Returns the shortest decimal of {@code value} rounded to 4 decimals, with at least one: {@code 0.5}, {@code 1.0}.
     */
    static String toFour(double value) {
        double scaled = value * SCALE;
        double fraction = scaled - Math.floor(scaled);
        if (value >= 0 && value < FAST_LIMIT && Math.abs(fraction - 0.5) > TIE_MARGIN) {
            return text((long) Math.rint(scaled));
        }
        BigDecimal exact = new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_EVEN);
        return exact.signum() < 0
                ? "-" + text(exact.negate().unscaledValue().longValueExact())
                : text(exact.unscaledValue().longValueExact());
    }

    private static String text(long tenThousandths) {
        StringBuilder text = new StringBuilder(8).append(tenThousandths / SCALE).append('.');
        long fraction = tenThousandths % SCALE;
        for (long digit = SCALE / 10; digit > 0; digit /= 10) {
            text.append((char) ('0' + fraction / digit));
            fraction %= digit;
            if (fraction == 0) {
                break;
            }
        }
        return text.toString();
    }
}
