// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.logging.LogRecord;
import org.decisionservice.core.text.Printable;

/**
 * Writes one JSON object per line: {@code time}, {@code level}, {@code logger}, {@code message}, the fields of a
 * {@link LogFields} line under their own names, and {@code exception} with its stack trace.
 */
public final class JsonLogFormatter extends LineFormatter {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public String format(LogRecord line) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("time", line.getInstant().toString());
            out.writeStringField("level", LogLevels.name(line.getLevel()));
            out.writeStringField("logger", line.getLoggerName());
            Object[] parameters = line.getParameters();
            if (parameters != null && parameters.length == 1 && parameters[0] instanceof LogFields fields) {
                out.writeStringField("message", fields.event());
                for (Map.Entry<String, Object> field : fields.values().entrySet()) {
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
}
