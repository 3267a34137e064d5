package org.decisionservice.server.launch;

import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** One log stream, on standard error, that lasts until the process ends. */
final class Logging {
    /** Referred to, because the log manager forgets loggers and their levels that nobody refers to. */
    private static final String OWN = "org.decisionservice";

    private static volatile boolean started;

    private Logging() {}

    /** Has to come before anything logs. */
    static void start(Path configuration) {
        System.setProperty("java.util.logging.manager", LastingLogManager.class.getName());
        System.setProperty("java.util.logging.config.file", configuration.toString());
        LogManager.getLogManager();
        started = true;
    }

    /** The least severe level of the service's own lines; libraries keep what the configuration file says. */
    static void setLevel(Level level) {
        OwnLogger.LOGGER.setLevel(level);
    }

    /** Its own class, so that nothing of the log manager is touched before it is configured. */
    private static final class OwnLogger {
        static final Logger LOGGER = Logger.getLogger(OWN);
    }

    /**
     * Keeps its handlers at shutdown: the platform's own hook would take them away while admitted requests still
     * finish, and whatever they log with them.
     */
    public static final class LastingLogManager extends LogManager {
        @Override
        public void reset() {
            if (!started) {
                super.reset();
            }
        }
    }
}
