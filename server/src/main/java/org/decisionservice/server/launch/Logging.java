package org.decisionservice.server.launch;

import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/** One log stream, on standard error. */
final class Logging {
    private Logging() {}

    /** Has to come before anything logs. */
    static void start(Path configuration) {
        System.setProperty("java.util.logging.config.file", configuration.toString());
    }

    /** The least severe level of the service's own lines; libraries keep what the configuration file says. */
    static void setLevel(Level level) {
        OwnLogger.LOGGER.setLevel(level);
    }

    /**
     * Referred to, because the log manager forgets loggers, and their levels, that nobody refers to. In its own class,
     * so that nothing of the log manager is touched before it is configured.
     */
    private static final class OwnLogger {
        static final Logger LOGGER = Logger.getLogger("org.decisionservice");
    }
}
