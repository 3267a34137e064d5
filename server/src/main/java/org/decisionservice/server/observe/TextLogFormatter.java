// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.LogRecord;
import org.decisionservice.core.text.Printable;

/**
 * Formats log records for human readers: one line with the local time, the level, the logging class and the message,
 * and any stack trace below it. No text that is logged can begin a line or turn around the text that follows it.
 */
public final class TextLogFormatter extends LineFormatter {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSxx", Locale.ROOT)
            .withZone(ZoneId.systemDefault());

    @Override
    public String format(LogRecord line) {
        StringBuilder text = new StringBuilder();
        TIME.formatTo(line.getInstant(), text);
        text.append(' ')
                .append(LogLevels.name(line.getLevel()).toUpperCase(Locale.ROOT))
                .append(' ')
                .append(line.getLoggerName())
                .append(": ")
                .append(Printable.of(formatMessage(line)))
                .append(System.lineSeparator());
        if (line.getThrown() != null) {
            text.append(StackTrace.of(line.getThrown()));
        }
        return text.toString();
    }
}
