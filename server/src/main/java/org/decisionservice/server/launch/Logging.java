// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.nio.file.Path;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.decisionservice.server.Fatal;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.observe.JsonLogFormatter;

/** One log stream, on standard error. */
final class Logging {
    private Logging() {}

    /** Has to come before anything logs. */
    static void start(Path configuration) {
        System.setProperty("java.util.logging.config.file", configuration.toString());
    }

    /** The level is that of the service's own lines; libraries keep what the configuration file says. */
    static void apply(Settings.Log log) {
        OwnLogger.LOGGER.setLevel(log.level());
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            handler.setFilter(Logging::checked);
        }
        switch (log.format()) {
            case TEXT -> {}
            case JSON -> {
                for (Handler handler : Logger.getLogger("").getHandlers()) {
                    handler.setFormatter(new JsonLogFormatter());
                }
            }
        }
    }

    /** Libraries catch everything, log it and go on: this is where it is seen. */
    private static boolean checked(LogRecord line) {
        Throwable thrown = line.getThrown();
        if (thrown != null) {
            Fatal.check(thrown);
        }
        return true;
    }

    /** Says that the service listens: to people in lines of its own, to a collector as one object. */
    static void announce(String banner, Settings.Log log) {
        switch (log.format()) {
            case TEXT -> System.err.println(banner);
            case JSON -> OwnLogger.LOGGER.log(Level.INFO, "{0}", banner);
        }
    }

    /**
     * Referred to, because the log manager forgets loggers, and their levels, that nobody refers to. In its own class,
     * so that nothing of the log manager is touched before it is configured.
     */
    private static final class OwnLogger {
        static final Logger LOGGER = Logger.getLogger("org.decisionservice");
    }
}
