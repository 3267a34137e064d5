package org.decisionservice.server.config;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings in force, for people: what {@code --print-config} prints. */
public final class EffectiveSettings {
    private EffectiveSettings() {}

    /**
     * One line per setting, with the variable or file it comes from; secrets masked.
     *
     * @throws ConfigurationException where the settings could not be used
     */
    public static List<String> lines(Map<String, String> environment, Path file) {
        SettingsReader.read(environment, file);
        Values values = new Values(Sources.merge(environment, file));
        return Arrays.stream(Setting.values())
                .map(setting -> values.text(setting)
                        .map(text -> setting.key() + " = " + (setting.secret() ? "***" : text) + " ("
                                + (environment
                                                .getOrDefault(setting.variable(), "")
                                                .isBlank()
                                        ? file.getFileName()
                                        : setting.variable())
                                + ")")
                        .or(() -> standIn(setting, environment))
                        .orElse(setting.key() + " is unset"))
                .toList();
    }

    /** What a setting that is unset follows. */
    private static Optional<String> standIn(Setting setting, Map<String, String> environment) {
        return setting == Setting.THREADS
                ? OpenMp.threads(environment)
                        .map(threads -> setting.key() + " = " + threads + " (" + OpenMp.VARIABLE + ")")
                : Optional.empty();
    }
}
