// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;

/** Notices to the operator of a service that starts, about settings that can all be used. */
public final class Notices {
    private Notices() {}

    /**
     * One of them.
     *
     * @param level INFO if the service does what was meant as far as this machine can, WARNING if a setting has no
     *     effect
     */
    public record Notice(System.Logger.Level level, String text) {}

    /**
     * Returns them all; usually none.
     *
     * @throws ConfigurationException if the settings are not usable
     */
    public static List<Notice> of(Map<String, String> environment, Path file) {
        Values values = new Values(Sources.merge(environment, file));
        List<Notice> notices = new ArrayList<>();
        for (String name : UnknownVariables.of(environment)) {
            notices.add(new Notice(
                    WARNING,
                    name + ": unknown setting, ignored; "
                            + UnknownVariables.similar(name)
                                    .map(right -> "did you mean " + right + "?")
                                    .orElse("--help lists the settings")));
        }
        Threads.read(values, environment)
                .flatMap(Threads::notice)
                .ifPresent(text -> notices.add(new Notice(INFO, text)));
        HubSettings.notices(values, environment).forEach(text -> notices.add(new Notice(WARNING, text)));
        if (values.text(Setting.REQUEST_FILE).isPresent()) {
            notices.add(new Notice(
                    WARNING, "SERVICE_REQUEST_FILE: ignored, because only --once answers the request in a file"));
        }
        if (values.text(Setting.OTEL_EXPORTER_OTLP_ENDPOINT).isPresent()) {
            for (String name : OpenTelemetry.ignored(environment)) {
                notices.add(
                        new Notice(
                                WARNING,
                                name
                                        + ": ignored; docs/operating.md lists the variables of OpenTelemetry that have an effect"));
            }
        }
        return List.copyOf(notices);
    }
}
