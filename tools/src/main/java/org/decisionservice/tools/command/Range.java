// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.math.BigDecimal;
import java.util.Optional;
import org.decisionservice.core.text.Quote;
import org.decisionservice.host.ConfigurationException;

/**
 * The numbers that an option takes. They are read before anything runs, because a gate that cannot be missed is worse
 * than none.
 *
 * @param option its name, such as {@code --wanted}
 * @param words which numbers it takes
 * @param example one of them
 */
record Range(String option, BigDecimal least, BigDecimal most, boolean open, String words, String example) {
    private static final int LONGEST = 30;
    private static final BigDecimal PERCENT = BigDecimal.valueOf(100);

    /** A share, 0 and 1 included. */
    static Range share(String option, String example) {
        return new Range(option, BigDecimal.ZERO, BigDecimal.ONE, false, "a number from 0 to 1", example);
    }

    /** A share that is neither 0 nor 1. */
    static Range betweenZeroAndOne(String option, String example) {
        return new Range(option, BigDecimal.ZERO, BigDecimal.ONE, true, "a number above 0 and below 1", example);
    }

    /** A whole number. */
    static Range whole(String option, int least, int most, String example) {
        return new Range(
                option,
                BigDecimal.valueOf(least),
                BigDecimal.valueOf(most),
                false,
                "a whole number from " + least + " to " + most,
                example);
    }

    /**
     * Reads a number.
     *
     * @throws ConfigurationException naming the option, what it takes, and what may have been meant
     */
    double read(String text) {
        return number(text).filter(this::holds).orElseThrow(() -> refused(text)).doubleValue();
    }

    /** Reads a whole number; throws as {@link #read}. */
    int readWhole(String text) {
        return number(text)
                .filter(this::holds)
                .filter(number -> number.stripTrailingZeros().scale() <= 0)
                .orElseThrow(() -> refused(text))
                .intValue();
    }

    private boolean holds(BigDecimal number) {
        int edge = open ? 1 : 0;
        return number.compareTo(least) >= edge && most.compareTo(number) >= edge;
    }

    private ConfigurationException refused(String text) {
        return new ConfigurationException(option + ": " + Quote.of(text) + " cannot be used; it takes " + words
                + ", such as " + example
                + meant(text).map(number -> "; did you mean " + number + "?").orElse(""));
    }

    /** A percentage, or a comma where English has a point. */
    private Optional<String> meant(String text) {
        if (most.compareTo(BigDecimal.ONE) != 0) {
            return Optional.empty();
        }
        String plain = text.strip().replace(',', '.');
        boolean percent = plain.endsWith("%");
        Optional<BigDecimal> number =
                number(percent ? plain.substring(0, plain.length() - 1).strip() : plain);
        return number.filter(_ -> !percent)
                .filter(this::holds)
                .or(() -> number.map(n -> n.divide(PERCENT)).filter(this::holds))
                .map(n -> n.stripTrailingZeros().toPlainString());
    }

    private static Optional<BigDecimal> number(String text) {
        if (text.length() > LONGEST
                || !text.strip().matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?")) {
            return Optional.empty();
        }
        return Optional.of(new BigDecimal(text.strip()));
    }
}
