// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The routes that answer decision requests. */
public enum DecisionRoute {
    SINGLE("/v1/systemone"),
    BATCH("/v1/systemone/batch"),
    /** OpenAI's; a service has it only if it is configured. */
    DECISIONS("/v1/decisions");

    private final String path;

    DecisionRoute(String path) {
        this.path = path;
    }

    /** The path without the prefix that a proxy strips. */
    public String path() {
        return path;
    }

    /**
     * Returns the route at {@code path}, if there is one.
     *
     * @param decisions whether the service has {@link #DECISIONS}
     */
    public static Optional<DecisionRoute> at(String path, boolean decisions) {
        return Arrays.stream(values())
                .filter(route -> route.path.equals(path))
                .filter(route -> decisions || route != DECISIONS)
                .findFirst();
    }

    /** The route's name in log lines and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
