// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the operator of a service that starts should know about its settings, although all of them can be used. */
public final class Notices {
    private Notices() {}

    /**
     * Returns one line for each; usually none.
     *
     * @throws ConfigurationException if the settings are not usable
     */
    public static List<String> of(Map<String, String> environment, Path file) {
        Values values = new Values(Sources.merge(environment, file));
        List<String> lines = new ArrayList<>();
        for (String name : UnknownVariables.of(environment)) {
            lines.add(name + ": not a setting of this service, ignored; --help lists the settings");
        }
        Threads.read(values, environment).flatMap(Threads::notice).ifPresent(lines::add);
        if (values.text(Setting.REQUEST_FILE).isPresent()) {
            lines.add("SERVICE_REQUEST_FILE: ignored, because only --once answers the request in a file");
        }
        return List.copyOf(lines);
    }
}
