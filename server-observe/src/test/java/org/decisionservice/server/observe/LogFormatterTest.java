// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.decisionservice.host.RequestClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogFormatterTest {
    private final Formatter text = new LogFormatter();
    private final Formatter json = LogFormatter.json();

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
        LogRecord plain = line(Level.INFO, "{0}", request("plain-1"));
        assertThat(text.format(plain))
                .endsWith(" INFO a.b.C: request request_id=plain-1 route=single status=503 outcome=busy"
                        + " checkpoint=none total_ms=1.25\n");
        JsonNode parsed = new ObjectMapper().readTree(json.format(plain));
        assertThat(parsed.path("message").asText()).isEqualTo("request");
        assertThat(parsed.path("status").isInt()).isTrue();
        assertThat(parsed.path("total_ms").doubleValue()).isEqualTo(1.25);
        LogRecord quoted = line(Level.INFO, "{0}", request("two words \"quoted\" \\"));
        assertThat(text.format(quoted)).contains(" request_id=\"two words \\\"quoted\\\" \\\\\" route=");
        assertThat(new ObjectMapper()
                        .readTree(json.format(quoted))
                        .path("request_id")
                        .asText())
                .isEqualTo("two words \"quoted\" \\");
    }

    private static FinishedRequest request(String id) {
        return new FinishedRequest(
                id,
                GuardedRoute.SINGLE,
                503,
                Ending.BUSY,
                Duration.ofNanos(1_250_000),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                RequestClass.INTERACTIVE,
                Duration.ZERO,
                Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a\n2026-01-02T03:04:05.678+0000 ERROR x", "a\r\n", "a\u2028b", "a\u202eb", "a\u009bb", "\ud800"
            })
    void loggedTextCannotBeginALineOrReverseIt(String hostile) throws Exception {
        LogRecord line = line(Level.SEVERE, "it said {0}", hostile);
        line.setThrown(new IllegalStateException(hostile, new IllegalArgumentException(hostile)));
        String[] lines = text.format(line).split("\\R", -1);
        assertThat(lines[0]).contains("it said ").doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");
        assertThat(lines[1]).startsWith("java.lang.IllegalStateException: ");
        assertThat(List.of(lines))
                .filteredOn(other -> !other.startsWith("\tat ") && !other.startsWith("\t... ") && !other.isEmpty())
                .hasSize(3)
                .allSatisfy(shown -> assertThat(shown).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]"))
                .last()
                .asString()
                .startsWith("Caused by: java.lang.IllegalArgumentException: ");
        String object = json.format(line);
        assertThat(object.strip()).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");
        assertThat(new ObjectMapper().readTree(object).path("message").asText()).isEqualTo("it said " + hostile);
    }

    @Test
    void suppressedAndCircularExceptionsAreShownOnce() {
        Exception outer = new IllegalStateException("outer");
        Exception inner = new IllegalStateException("inner", outer);
        outer.addSuppressed(inner);
        LogRecord line = line(Level.SEVERE, "it failed");
        line.setThrown(outer);
        assertThat(text.format(line))
                .contains("\tSuppressed: java.lang.IllegalStateException: inner\n")
                .contains("Caused by: java.lang.IllegalStateException: outer (shown above)\n");
    }

    @Test
    void numbersHaveTheSameDigitsInEveryLanguage() {
        Locale before = Locale.getDefault();
        try {
            for (String language : new String[] {"ar-EG", "th-TH-u-nu-thai", "tr-TR", "de-DE"}) {
                Locale.setDefault(Locale.forLanguageTag(language));
                LogRecord line = line(Level.INFO, "{0} of {1}, {2}", 1234, 5_000_000L, 0.25);
                assertThat(new LogFormatter().formatMessage(line)).isEqualTo("1,234 of 5,000,000, 0.25");
                assertThat(new LogFormatter().format(line)).contains("T").matches("[\\x20-\\x7e]+\n");
            }
        } finally {
            Locale.setDefault(before);
        }
    }
}
