// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Locale;
import java.util.Optional;
import java.util.logging.Level;

/** Reads what is logged. */
final class LogSettings {
    private LogSettings() {}

    static Settings.Log read(Values values) {
        Form form = form(values);
        return new Settings.Log(level(values), form.format(), form.addresses());
    }

    private record Form(Settings.Log.Format format, boolean addresses) {}

    static Settings.Log.Format format(Values values) {
        return form(values).format();
    }

    private static Form form(Values values) {
        return values.read(
                        Setting.LOG_FORMAT,
                        "text or json, and perhaps the addresses of clients, such as json,addresses=shown",
                        text -> ValueAndOption.of(text, "addresses")
                                .flatMap(both -> format(both.value())
                                        .flatMap(format ->
                                                addresses(both.option()).map(shown -> new Form(format, shown)))))
                .orElseThrow();
    }

    private static Optional<Settings.Log.Format> format(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "text" -> Optional.of(Settings.Log.Format.TEXT);
            case "json" -> Optional.of(Settings.Log.Format.JSON);
            default -> Optional.empty();
        };
    }

    /** Whether lines have the addresses of clients; empty if {@code addresses} says neither. */
    private static Optional<Boolean> addresses(Optional<String> addresses) {
        return switch (addresses.orElse("hidden").toLowerCase(Locale.ROOT)) {
            case "shown" -> Optional.of(true);
            case "hidden" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static Level level(Values values) {
        return values.read(Setting.LOG_LEVEL, "error, warning, info, debug or trace", text -> switch (text.toLowerCase(
                        Locale.ROOT)) {
                    case "critical", "error" -> Optional.of(Level.SEVERE);
                    case "warning", "warn" -> Optional.of(Level.WARNING);
                    case "info" -> Optional.of(Level.INFO);
                    case "debug" -> Optional.of(Level.FINE);
                    case "trace" -> Optional.of(Level.FINEST);
                    default -> Optional.empty();
                })
                .orElseThrow();
    }

    static Optional<Settings.DecisionLog> decisions(Values values) {
        return values.read(
                Setting.DECISION_LOG,
                "the path of a file without a comma, and perhaps how it has states, such as"
                        + " decisions.jsonl,states=text",
                text -> ValueAndOption.of(text, "states")
                        .flatMap(both -> Values.path(both.value())
                                .flatMap(file -> statesAreText(both.option())
                                        .map(states -> new Settings.DecisionLog(file, states)))));
    }

    /** Whether a decision log has the text of states rather than a hash; empty if {@code states} says neither. */
    static Optional<Boolean> statesAreText(Optional<String> states) {
        return switch (states.orElse("hash").toLowerCase(Locale.ROOT)) {
            case "text" -> Optional.of(true);
            case "hash" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
