// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.text.MessageFormat;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import org.decisionservice.core.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Formats log records, one line each. As text for people: the local time, the level, the logging class and the message,
 * and any stack trace below it. As JSON: {@code time}, {@code level}, {@code logger}, {@code message}, the fields of a
 * {@link FinishedRequest} under their own names, and {@code exception} with its stack trace. No text that is logged can
 * begin a line or reverse the direction of the text after it, and numbers look the same in every locale.
 */
public final class LogFormatter extends Formatter {
    private static final Pattern PLACE = Pattern.compile("\\{[0-9]");
    private static final JsonFactory JSON = new JsonFactory();
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSxx", Locale.ROOT)
            .withZone(ZoneId.systemDefault());

    private final boolean json;

    /** Formats as text; {@code conf/logging.properties} names this class. */
    public LogFormatter() {
        this(false);
    }

    private LogFormatter(boolean json) {
        this.json = json;
    }

    /** Formats as JSON. */
    public static LogFormatter json() {
        return new LogFormatter(true);
    }

    @Override
    public String format(LogRecord line) {
        return json ? object(line) : text(line);
    }

    private String text(LogRecord line) {
        StringBuilder text = new StringBuilder();
        TIME.formatTo(line.getInstant(), text);
        text.append(' ')
                .append(level(line.getLevel()).toUpperCase(Locale.ROOT))
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

    private String object(LogRecord line) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("time", line.getInstant().toString());
            out.writeStringField("level", level(line.getLevel()));
            out.writeStringField("logger", line.getLoggerName());
            Object[] parameters = line.getParameters();
            if (parameters != null && parameters.length == 1 && parameters[0] instanceof FinishedRequest request) {
                out.writeStringField("message", FinishedRequest.EVENT);
                for (Map.Entry<String, Object> field : request.fields().entrySet()) {
                    out.writeObjectField(field.getKey(), field.getValue());
                }
            } else {
                out.writeStringField("message", formatMessage(line));
            }
            if (line.getThrown() != null) {
                out.writeStringField("exception", StackTrace.of(line.getThrown()));
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Printable.of(text.toString()) + '\n';
    }

    /** Names a level as {@code SERVICE_LOG_LEVEL} does. */
    private static String level(Level level) {
        int severity = level.intValue();
        return severity >= Level.SEVERE.intValue()
                ? "error"
                : severity >= Level.WARNING.intValue()
                        ? "warning"
                        : severity >= Level.CONFIG.intValue()
                                ? "info"
                                : severity >= Level.FINE.intValue() ? "debug" : "trace";
    }

    @Override
    public String formatMessage(LogRecord line) {
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
