// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds out how a table writes numbers. Where its own do not tell, semicolons between cells leave the comma to numbers.
 * The page's {@code sheet.js} has the same rules.
 */
final class DecimalMark {
    private static final Pattern COMMA = number(",");
    private static final Pattern POINT = number("\\.");

    private boolean commas;
    private boolean points;

    /** A number with this mark; three digits behind it may be a thousand. */
    private static Pattern number(String mark) {
        return Pattern.compile("[+-]?(?:0|\\d+(?!" + mark + "\\d{3}$))" + mark + "\\d+");
    }

    /** Looks at a row. */
    void see(List<String> cells) {
        for (String cell : cells) {
            if (commas && points) {
                return;
            }
            String text = Plain.strip(cell);
            commas |= COMMA.matcher(text).matches();
            points |= POINT.matcher(text).matches();
        }
    }

    /** Returns true if numbers have a comma. */
    boolean isComma(char separator) {
        return separator == ';' ? commas || !points : commas && !points;
    }
}
