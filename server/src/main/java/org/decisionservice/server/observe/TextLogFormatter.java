// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * Formats log records for human readers: one line with the local time, the level, the logging class and the message,
 * and any stack trace below it.
 */
public final class TextLogFormatter extends Formatter {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSxx", Locale.ROOT)
            .withZone(ZoneId.systemDefault());

    @Override
    public String format(LogRecord line) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.print(TIME.format(line.getInstant()));
        out.print(' ');
        out.print(LogLevels.name(line.getLevel()).toUpperCase(Locale.ROOT));
        out.print(' ');
        out.print(line.getLoggerName());
        out.print(": ");
        out.println(formatMessage(line));
        if (line.getThrown() != null) {
            line.getThrown().printStackTrace(out);
        }
        return text.toString();
    }
}
