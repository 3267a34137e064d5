// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;

/** Reads what requests are answered with a second time. */
final class ShadowSettings {
    private static final double SHARE = 0.1;
    private static final String TAKES =
            "a comma list of what differs from what is served: precision=int8, checkpoints=DIR,"
                    + " fitted=FILE; nothing behind = leaves that setting out";

    private ShadowSettings() {}

    /**
     * Reads them.
     *
     * @param host reads what answers
     */
    static Optional<Settings.Shadow> read(Values values, Function<Values, HostSettings> host) {
        Optional<Map<Setting, String>> others = values.read(Setting.SHADOW, TAKES, ShadowSettings::others);
        Optional<Path> log = values.read(Setting.SHADOW_LOG, "the path of a file", Values::path);
        Optional<Double> share = values.fraction(Setting.SHADOW_SHARE);
        if (others.isEmpty()) {
            return Optional.empty();
        }
        if (log.isEmpty()) {
            throw new ConfigurationException("SERVICE_SHADOW: needs a file that both answers are written to; set"
                    + " SERVICE_SHADOW_LOG, or leave this unset");
        }
        if (values.read(Setting.DECISION_LOG, "the path of a file", Values::path)
                .filter(log.get()::equals)
                .isPresent()) {
            throw new ConfigurationException("SERVICE_SHADOW_LOG: is the file of SERVICE_DECISION_LOG; name another");
        }
        String tried = values.text(Setting.SHADOW).orElseThrow();
        Settings.DecisionLog file =
                new Settings.DecisionLog(log.get(), values.flag(Setting.DECISION_LOG_STATES, false));
        return Optional.of(new Settings.Shadow(
                tried, host(values, others.get(), host), ownWeights(others.get()), share.orElse(SHARE), file));
    }

    private static boolean ownWeights(Map<Setting, String> others) {
        return others.containsKey(Setting.PRECISION) || others.containsKey(Setting.CHECKPOINTS);
    }

    private static HostSettings host(
            Values values, Map<Setting, String> others, Function<Values, HostSettings> reader) {
        Map<Setting, String> all = new EnumMap<>(others);
        if (others.containsKey(Setting.CHECKPOINTS)) {
            // They say where the checkpoint is that is served, and what is in the checkpoints.
            all.put(Setting.MODEL_PATH, "");
            all.put(Setting.DIGESTS, "");
        }
        // It and thresholds change no answer, and may be measured with what is served.
        all.put(Setting.COVERAGE, "");
        // All of its checkpoints are loaded at the start.
        all.put(Setting.MAX_LOADED, "");
        try {
            return reader.apply(values.with(all)).withoutThresholds();
        } catch (ConfigurationException e) {
            throw new ConfigurationException(Setting.SHADOW.variable() + ": " + e.getMessage());
        }
    }

    private static Optional<Map<Setting, String>> others(String text) {
        Map<Setting, String> others = new EnumMap<>(Setting.class);
        for (String item : text.split(",", -1)) {
            int equals = item.indexOf('=');
            Optional<Setting> setting = equals < 0
                    ? Optional.empty()
                    : setting(item.substring(0, equals).strip());
            if (setting.isEmpty()) {
                return Optional.empty();
            }
            String value = item.substring(equals + 1).strip();
            String before = others.put(setting.get(), value);
            if (before != null) {
                if (setting.get() != Setting.FITTED || before.isEmpty() || value.isEmpty()) {
                    return Optional.empty();
                }
                others.put(Setting.FITTED, before + "," + value);
            }
        }
        return Optional.of(others);
    }

    private static Optional<Setting> setting(String name) {
        return switch (name) {
            case "precision" -> Optional.of(Setting.PRECISION);
            case "checkpoints" -> Optional.of(Setting.CHECKPOINTS);
            case "fitted" -> Optional.of(Setting.FITTED);
            default -> Optional.empty();
        };
    }
}
