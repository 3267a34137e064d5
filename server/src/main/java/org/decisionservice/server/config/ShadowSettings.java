// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;

/** Reads what requests are answered with a second time. */
final class ShadowSettings {
    private static final double SHARE = 0.1;
    private static final String TAKES =
            "a comma list of log=FILE, perhaps share=0.1 (above 0, at most 1), perhaps states=text, and what differs"
                    + " from what is served: precision=int8 (perhaps with tolerance=0.02 behind it), checkpoints=DIR,"
                    + " fitted=FILE; nothing behind = leaves that setting out";

    /** The word that the setting has beside what is tried. */
    private static final String LOG = "log";

    private static final String OF_REQUESTS = "share";
    private static final String STATES = "states";

    private ShadowSettings() {}

    /**
     * Reads them.
     *
     * @param decisions the decision log
     * @param host reads what answers
     */
    static Optional<Settings.Shadow> read(
            Values values, Optional<Settings.DecisionLog> decisions, Function<Values, HostSettings> host) {
        Optional<Tried> read = values.read(Setting.SHADOW, TAKES, ShadowSettings::tried);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        Tried tried = read.get();
        Path log = tried.log()
                .orElseThrow(() -> new ConfigurationException("SERVICE_SHADOW: needs a file that both answers are"
                        + " written to; add log=FILE, or leave this unset"));
        if (decisions.filter(one -> one.file().equals(log)).isPresent()) {
            throw new ConfigurationException(
                    "SERVICE_SHADOW: its log is the file of SERVICE_DECISION_LOG; name another");
        }
        return Optional.of(new Settings.Shadow(
                tried.said(),
                host(values, tried.others(), host),
                ownWeights(tried.others()),
                tried.share(),
                new Settings.DecisionLog(log, tried.states())));
    }

    /**
     * The setting as it is written.
     *
     * @param others what differs
     * @param said the items of that
     */
    private record Tried(Map<Setting, String> others, String said, Optional<Path> log, double share, boolean states) {}

    private static boolean ownWeights(Map<Setting, String> others) {
        return others.containsKey(Setting.PRECISION) || others.containsKey(Setting.CHECKPOINTS);
    }

    private static HostSettings host(
            Values values, Map<Setting, String> others, Function<Values, HostSettings> reader) {
        Map<Setting, String> all = new EnumMap<>(others);
        if (others.containsKey(Setting.CHECKPOINTS)) {
            // They say where the checkpoint is that is served, and what is in the checkpoints.
            all.put(Setting.MODEL_PATH, "");
            all.put(Setting.SHA256_DIGESTS, "");
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

    private static Optional<Tried> tried(String text) {
        Map<Setting, String> others = new EnumMap<>(Setting.class);
        Map<String, String> beside = new HashMap<>();
        List<String> said = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            int equals = item.indexOf('=');
            if (equals < 0) {
                return Optional.empty();
            }
            String name = item.substring(0, equals).strip();
            String value = item.substring(equals + 1).strip();
            boolean known;
            if (Set.of(LOG, OF_REQUESTS, STATES).contains(name)) {
                known = beside.put(name, value) == null;
            } else {
                said.add(item.strip());
                known = name.equals(PrecisionSettings.TOLERANCE)
                        ? others.computeIfPresent(Setting.PRECISION, (_, named) -> named + "," + item) != null
                        : setting(name)
                                .filter(setting -> add(setting, value, others))
                                .isPresent();
            }
            if (!known) {
                return Optional.empty();
            }
        }
        Optional<Double> share =
                Optional.ofNullable(beside.get(OF_REQUESTS)).map(Values::share).orElse(Optional.of(SHARE));
        Optional<Path> log = Optional.ofNullable(beside.get(LOG))
                .filter(file -> !file.isEmpty())
                .flatMap(Values::path);
        Optional<Boolean> states = LogSettings.statesAreText(Optional.ofNullable(beside.get(STATES)));
        boolean usable = !others.isEmpty() && (log.isPresent() || !beside.containsKey(LOG)) && states.isPresent();
        return share.filter(_ -> usable)
                .map(part -> new Tried(others, String.join(",", said), log, part, states.orElseThrow()));
    }

    /** Whether {@code value} can stand beside those before it: only files can be several. */
    private static boolean add(Setting setting, String value, Map<Setting, String> others) {
        String before = others.put(setting, value);
        if (before == null) {
            return true;
        }
        others.put(setting, before + "," + value);
        return setting == Setting.FITTED && !before.isEmpty() && !value.isEmpty();
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
