package org.decisionservice.server.observe;

import java.util.Locale;

/** The routes that decide. */
public enum DecisionRoute {
    SINGLE("/v1/systemone"),
    BATCH("/v1/systemone/batch");

    private final String path;

    DecisionRoute(String path) {
        this.path = path;
    }

    /** Without the prefix that a proxy strips. */
    public String path() {
        return path;
    }

    /** In log lines and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
