// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.host.ConfigurationException;

/** The settings in force, for people: {@code --print-config} prints them and the operator's port shows them. */
public final class EffectiveSettings {
    private static final String MASK = "***";

    private EffectiveSettings() {}

    /**
     * A setting.
     *
     * @param key in the configuration file
     * @param value masked if it is a secret; empty if it is unset
     * @param origin the variable or file that it comes from; empty if it is unset
     */
    public record Entry(String key, Optional<String> value, Optional<String> origin) {
        @Override
        public String toString() {
            return value.map(text -> key + " = " + text + " (" + origin.orElse("") + ")")
                    .orElse(key + " is unset");
        }
    }

    /**
     * Returns every setting, in the order of the configuration file.
     *
     * @throws ConfigurationException if the settings are not usable
     */
    public static List<Entry> of(Map<String, String> environment, Path file) {
        SettingsReader.read(environment, file);
        Values values = new Values(Sources.merge(environment, file));
        return Arrays.stream(Setting.values())
                .map(setting -> values.file(setting)
                        .map(name -> entry(setting, "in " + name, setting.given(setting.fileKey(), environment), file))
                        .or(() -> values.text(setting)
                                .map(text -> setting.secret() ? MASK : Masked.of(text))
                                .map(text -> entry(setting, text, setting.given(setting.key(), environment), file)))
                        .orElseGet(() -> new Entry(setting.key(), Optional.empty(), Optional.empty())))
                .map(entry -> entry.key().equals(Setting.THREADS.key()) ? threads(entry, values, environment) : entry)
                .toList();
    }

    /**
     * Returns the settings that answers depend on and that are not files, by variable, in the order of the
     * configuration file; what is unset is not there.
     *
     * @throws ConfigurationException if the settings are not usable
     */
    public static SequencedMap<String, String> ofAnswers(Map<String, String> environment, Path file) {
        SettingsReader.read(environment, file);
        Values values = new Values(Sources.merge(environment, file));
        SequencedMap<String, String> all = new LinkedHashMap<>();
        for (Setting setting : Setting.values()) {
            if (setting.changesAnswers()) {
                values.text(setting).ifPresent(text -> all.put(setting.variable(), text));
            }
        }
        return all;
    }

    /** The number of threads may come from elsewhere, and may be less than configured. */
    private static Entry threads(Entry entry, Values values, Map<String, String> environment) {
        return Threads.read(values, environment)
                .map(threads -> new Entry(
                        entry.key(),
                        Optional.of(Integer.toString(threads.used())),
                        entry.origin().or(() -> Optional.of(threads.origin()))))
                .orElse(entry);
    }

    private static Entry entry(Setting setting, String value, Optional<String> given, Path file) {
        return new Entry(
                setting.key(), Optional.of(value), given.or(() -> Optional.of(String.valueOf(file.getFileName()))));
    }
}
