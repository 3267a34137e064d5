// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Writes the shortest decimal that reads back as a given double, in Python's spelling. */
final class PythonFloat {
    /** Between these bounds Java and Python agree: neither uses an exponent, and both use the shortest digits. */
    private static final double LEAST_PLAIN = 1e-3;

    private static final double MOST_PLAIN = 1e7;

    /** Python uses an exponent if that of the first digit is at least this large. */
    private static final int FIRST_LARGE_EXPONENT = 16;

    private static final int LAST_SMALL_EXPONENT = -5;

    /** Java prefers a closer two-digit decimal to a one-digit one; this makes a difference only this close to zero. */
    private static final double COARSE = 1e-320;

    private PythonFloat() {}

    /** {@code value} must be finite. */
    static String repr(double value) {
        double magnitude = Math.abs(value);
        if ((magnitude >= LEAST_PLAIN && magnitude < MOST_PLAIN) || magnitude == 0) {
            return Double.toString(value);
        }
        BigDecimal shortest = shortest(magnitude).stripTrailingZeros();
        String digits = shortest.unscaledValue().toString();
        int exponent = digits.length() - 1 - shortest.scale();
        String text = exponent <= LAST_SMALL_EXPONENT || exponent >= FIRST_LARGE_EXPONENT
                ? scientific(digits, exponent)
                : plain(digits, exponent);
        return value < 0 ? "-" + text : text;
    }

    private static BigDecimal shortest(double magnitude) {
        if (magnitude < COARSE) {
            BigDecimal oneDigit = new BigDecimal(magnitude).round(new MathContext(1, RoundingMode.HALF_EVEN));
            if (oneDigit.doubleValue() == magnitude) {
                return oneDigit;
            }
        }
        return new BigDecimal(Double.toString(magnitude));
    }

    private static String scientific(String digits, int exponent) {
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        int size = Math.abs(exponent);
        return digits.charAt(0) + fraction + (exponent < 0 ? "e-" : "e+") + (size < 10 ? "0" : "") + size;
    }

    private static String plain(String digits, int exponent) {
        if (exponent < 0) {
            return "0." + "0".repeat(-exponent - 1) + digits;
        }
        int whole = exponent + 1;
        return whole >= digits.length()
                ? digits + "0".repeat(whole - digits.length()) + ".0"
                : digits.substring(0, whole) + "." + digits.substring(whole);
    }
}
