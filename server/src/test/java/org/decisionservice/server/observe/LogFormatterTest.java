// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogFormatterTest {
    private final Formatter text = new TextLogFormatter();
    private final Formatter json = new JsonLogFormatter();

    private static LogRecord line(Level level, String message, Object... parameters) {
        LogRecord line = new LogRecord(level, message);
        line.setLoggerName("a.b.C");
        line.setInstant(Instant.parse("2026-01-02T03:04:05.678Z"));
        line.setParameters(parameters);
        return line;
    }

    @ParameterizedTest
    @CsvSource({"SEVERE, error", "WARNING, warning", "INFO, info", "FINE, debug", "FINEST, trace"})
    void levelsHaveTheNamesOfTheSetting(String level, String name) throws Exception {
        LogRecord line = line(Level.parse(level), "it {0}", "happened");
        assertThat(text.format(line))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:05.678[+-]\\d{4} " + name.toUpperCase(Locale.ROOT)
                        + " a.b.C: it happened\n");
        JsonNode parsed = new ObjectMapper().readTree(json.format(line));
        assertThat(parsed.path("level").asText()).isEqualTo(name);
        assertThat(parsed.path("message").asText()).isEqualTo("it happened");
        assertThat(parsed.path("time").asText()).isEqualTo("2026-01-02T03:04:05.678Z");
        assertThat(parsed.path("logger").asText()).isEqualTo("a.b.C");
    }

    @Test
    void aStackTraceIsBelowTheLineOrInsideTheObject() throws Exception {
        LogRecord line = line(Level.SEVERE, "it failed");
        line.setThrown(new IllegalStateException("planned"));
        assertThat(text.format(line)).contains("it failed\njava.lang.IllegalStateException: planned\n\tat ");
        String object = json.format(line);
        assertThat(object.lines()).hasSize(1);
        assertThat(new ObjectMapper().readTree(object).path("exception").asText())
                .startsWith("java.lang.IllegalStateException: planned\n\tat ");
    }

    @Test
    void fieldsAreWordsInTextAndMembersInJson() throws Exception {
        SequencedMap<String, Object> values = new LinkedHashMap<>();
        values.put("status", 200);
        values.put("total_ms", 1.25);
        values.put("request_id", "plain-1");
        values.put("words", "two words \"quoted\" \\");
        LogRecord line = line(Level.INFO, "{0}", new LogFields("request", values));
        assertThat(text.format(line))
                .endsWith(" INFO a.b.C: request status=200 total_ms=1.25 request_id=plain-1"
                        + " words=\"two words \\\"quoted\\\" \\\\\"\n");
        JsonNode parsed = new ObjectMapper().readTree(json.format(line));
        assertThat(parsed.path("message").asText()).isEqualTo("request");
        assertThat(parsed.path("status").isInt()).isTrue();
        assertThat(parsed.path("total_ms").doubleValue()).isEqualTo(1.25);
        assertThat(parsed.path("words").asText()).isEqualTo("two words \"quoted\" \\");
    }
}
