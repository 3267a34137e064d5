// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.util.logging.Level;

/** Names log levels as {@code SERVICE_LOG_LEVEL} does. */
final class LogLevels {
    private LogLevels() {}

    static String name(Level level) {
        int severity = level.intValue();
        return severity >= Level.SEVERE.intValue()
                ? "error"
                : severity >= Level.WARNING.intValue()
                        ? "warning"
                        : severity >= Level.CONFIG.intValue()
                                ? "info"
                                : severity >= Level.FINE.intValue() ? "debug" : "trace";
    }
}
