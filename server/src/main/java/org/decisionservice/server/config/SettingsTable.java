// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every setting with its default and its explanation, which are those of the documented file. */
public final class SettingsTable {
    /** {@code   port: 8000   # SERVICE_PORT: bind port}. */
    private static final Pattern LINE = Pattern.compile("\\s+[a-z0-9-]+:\\s+(.*?)\\s+# ([A-Z0-9_]+): (.+)");

    private SettingsTable() {}

    /** Whether {@code argument} is a flag that sets a setting. */
    public static boolean isFlag(String argument) {
        return Arrays.stream(Setting.values())
                .anyMatch(setting -> setting.flag().filter(argument::equals).isPresent());
    }

    /** The flags that set a setting. */
    public static List<String> flags() {
        return Arrays.stream(Setting.values())
                .flatMap(setting -> setting.flag().stream())
                .toList();
    }

    /**
     * A setting.
     *
     * @param flag of the command line that sets it, too
     * @param value its default; empty if it is unset
     */
    public record Row(String variable, Optional<String> flag, Optional<String> value, String meaning) {
        @Override
        public String toString() {
            return variable + flag.map(f -> ", " + f).orElse("") + " ("
                    + value.map(v -> "default " + v).orElse("unset") + ")\n      " + meaning;
        }
    }

    /**
     * Returns every setting, in the order of the configuration file.
     *
     * @param documented the lines of {@code conf/application.yaml}; a setting that it does not explain has no meaning
     */
    public static List<Row> of(List<String> documented) {
        Map<String, Matcher> lines = new HashMap<>();
        for (String line : documented) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                lines.put(matcher.group(2), matcher);
            }
        }
        return Arrays.stream(Setting.values())
                .map(setting -> {
                    Optional<Matcher> line = Optional.ofNullable(lines.get(setting.variable()));
                    return new Row(
                            setting.variable(),
                            setting.flag(),
                            line.map(m -> m.group(1)).filter(v -> !v.equals("\"\"")),
                            line.map(m -> Objects.requireNonNull(m.group(3))).orElse(""));
                })
                .toList();
    }
}
