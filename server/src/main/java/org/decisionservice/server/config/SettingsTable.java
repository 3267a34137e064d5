// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every setting as {@code conf/application.yaml} explained it when the service was built. */
public final class SettingsTable {
    private static final String FILE = "application.yaml";
    private static final String PREFIX = "SERVICE_";

    /** {@code listen:}. */
    private static final Pattern SECTION = Pattern.compile("([a-z]+):.*");

    /** {@code   port: 8000   # SERVICE_PORT, --port: bind port}; a star before the colon: answers depend on it. */
    private static final Pattern LINE =
            Pattern.compile("\\s+([a-z0-9-]+):\\s+(.*?)\\s+# ([A-Z0-9_]+(?:, [A-Za-z_-]+)*)(\\*?): (.+)");

    private static final SequencedMap<String, Row> ROWS = read();

    private SettingsTable() {}

    /** The flags that set a setting. */
    public static List<String> flags() {
        return rows().stream()
                .flatMap(row -> row.names().stream())
                .filter(name -> name.startsWith("--"))
                .toList();
    }

    /**
     * A setting.
     *
     * @param key in the configuration file
     * @param names the variable, then that of the file if it is a secret, then the flag of the command line, if there
     *     is one; that of a secret names the file, because everybody on the machine can see arguments
     * @param ofAnswers whether answers depend on it
     * @param value its default; empty if it is unset
     */
    public record Row(String key, List<String> names, boolean ofAnswers, Optional<String> value, String meaning) {
        /** The variable that sets it. */
        public String variable() {
            return names.getFirst();
        }

        @Override
        public String toString() {
            return String.join(", ", names) + " ("
                    + value.map(v -> "default " + v).orElse("unset") + ")\n      " + meaning;
        }
    }

    /** Returns every setting, in the order of the configuration file. */
    public static List<Row> rows() {
        return List.copyOf(ROWS.values());
    }

    /** The setting whose variable is {@code name}, or that with SERVICE_ before it. */
    static Row row(String name) {
        return Objects.requireNonNull(ROWS.get(name), () -> "conf/application.yaml has no line for " + name);
    }

    private static SequencedMap<String, Row> read() {
        SequencedMap<String, Row> rows = new LinkedHashMap<>();
        String section = "";
        for (String line : lines()) {
            Matcher begins = SECTION.matcher(line);
            Matcher setting = LINE.matcher(line);
            if (begins.matches()) {
                section = begins.group(1) + ".";
            } else if (setting.matches()) {
                List<String> names = List.of(setting.group(3).split(", ", -1));
                Row row = new Row(
                        section + setting.group(1),
                        names,
                        !setting.group(4).isEmpty(),
                        Optional.of(setting.group(2)).filter(value -> !value.equals("\"\"")),
                        setting.group(5));
                String variable = names.getFirst();
                rows.put(variable.startsWith(PREFIX) ? variable.substring(PREFIX.length()) : variable, row);
            }
        }
        return Collections.unmodifiableSequencedMap(rows);
    }

    private static List<String> lines() {
        try (InputStream in = Objects.requireNonNull(SettingsTable.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
