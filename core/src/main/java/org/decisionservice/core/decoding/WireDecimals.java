// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Numbers as clients see them. Probabilities and everything derived from them are rounded to 4 decimals, half to even
 * on the exact value of the double; this is the only place where a number of an answer is rounded.
 */
public final class WireDecimals {
    private static final int PLACES = 4;
    private static final long SCALE = 10_000;

    /** From here on scaling could lose the fourth decimal. */
    private static final double FAST_LIMIT = 1e6;

    /** A scaled value is wrong by less than this, so farther from a tie its nearest integer is certain. */
    private static final double TIE_MARGIN = 1e-5;

    private WireDecimals() {}

    /** {@code value} rounded to 4 decimals; NaN and infinities as they are. */
    public static double round(double value) {
        return Double.isFinite(value) ? rounded(value).doubleValue() : value;
    }

    /**
     * The shortest decimal of {@code value} rounded to 4 decimals, with at least one: {@code 0.5}, {@code 1.0}.
     *
     * @throws NumberFormatException if {@code value} is not finite
     */
    public static String text(double value) {
        double scaled = value * SCALE;
        double fraction = scaled - Math.floor(scaled);
        if (value >= 0 && value < FAST_LIMIT && Math.abs(fraction - 0.5) > TIE_MARGIN) {
            return text((long) Math.rint(scaled));
        }
        BigDecimal exact = rounded(value);
        return exact.signum() < 0
                ? "-" + text(exact.negate().unscaledValue().longValueExact())
                : text(exact.unscaledValue().longValueExact());
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).setScale(PLACES, RoundingMode.HALF_EVEN);
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
