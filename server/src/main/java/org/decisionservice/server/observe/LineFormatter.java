// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Fills in the values of a message. Numbers look the same whatever language the machine speaks. */
abstract class LineFormatter extends Formatter {
    private static final Pattern PLACE = Pattern.compile("\\{[0-9]");

    @Override
    public final String formatMessage(LogRecord line) {
        String pattern = translated(line);
        Object @Nullable [] values = line.getParameters();
        if (values == null || values.length == 0 || !PLACE.matcher(pattern).find()) {
            return pattern;
        }
        try {
            return new MessageFormat(pattern, Locale.ROOT).format(values);
        } catch (IllegalArgumentException _) {
            // A library's text that only looks like a pattern.
            return pattern;
        }
    }

    /** Libraries may log keys of their resource bundle. */
    private static String translated(LogRecord line) {
        String message = String.valueOf(line.getMessage());
        if (line.getResourceBundle() == null) {
            return message;
        }
        try {
            return line.getResourceBundle().getString(message);
        } catch (MissingResourceException _) {
            return message;
        }
    }
}
