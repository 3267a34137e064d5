// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.net.ConnectException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.decisionservice.core.text.Printable;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.Fatal;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.observe.LogFormatter;
import org.jspecify.annotations.Nullable;

/** Sets up the one log stream, on standard error. */
final class Logging {
    /** The loggers of what sends traces. */
    private static final String TRACES = "io.opentelemetry.";

    private static volatile @Nullable LogQueue queue;

    private Logging() {}

    /** Names the configuration file; must be called before anything logs. */
    static void start(Path configuration) {
        System.setProperty("java.util.logging.config.file", configuration.toString());
    }

    /**
     * Applies level and format. The level is that of the service's own lines; libraries keep the level of the
     * configuration file.
     */
    static void apply(Settings.Log log) {
        OwnLogger.LOGGER.setLevel(log.level());
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            handler.setFilter(Logging::checked);
        }
        write(log.format());
    }

    /** From now on nobody who logs waits for whoever reads standard error. For a process that serves. */
    static void queue() {
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            if (handler instanceof ConsoleHandler) {
                LogQueue made = new LogQueue(System.err, handler.getFormatter());
                root.removeHandler(handler);
                root.addHandler(made);
                queue = made;
            }
        }
    }

    /** Has the last lines written before the process ends. Needs no memory. */
    static void flush() {
        LogQueue made = queue;
        if (made != null) {
            made.flush();
        }
    }

    /** Sets the format of all further lines. */
    static void write(Settings.Log.Format format) {
        switch (format) {
            case TEXT -> {}
            case JSON -> {
                for (Handler handler : Logger.getLogger("").getHandlers()) {
                    handler.setFormatter(LogFormatter.json());
                }
            }
        }
    }

    /** Checks every logged error here, because libraries catch everything, log it and continue. */
    static boolean checked(LogRecord line) {
        Throwable thrown = line.getThrown();
        if (thrown != null) {
            Fatal.check(thrown);
            if (String.valueOf(line.getLoggerName()).startsWith(TRACES)) {
                ofTraces(line, thrown);
            }
        }
        return true;
    }

    /** A collector that is away is no fault of the program: one line that says what to look at, without the stack. */
    private static void ofTraces(LogRecord line, Throwable thrown) {
        boolean nobody = Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
                .anyMatch(ConnectException.class::isInstance);
        line.setMessage("OTEL_EXPORTER_OTLP_ENDPOINT: traces are lost: "
                + (nobody ? "nobody listens there" : RootCause.of(thrown)) + " (" + line.getMessage() + ")");
        line.setThrown(null);
        line.setLevel(Level.WARNING);
    }

    /** Reports that the service is listening: as plain lines for people, or as one object for a log collector. */
    static void announce(String banner, Settings.Log log) {
        flush();
        switch (log.format()) {
            case TEXT -> System.err.println(banner);
            case JSON -> OwnLogger.LOGGER.log(Level.INFO, "{0}", banner);
        }
    }

    /** Says why the service does not start: as a plain line for people, or as one object for a log collector. */
    static void refuse(String reason, Settings.Log.Format format) {
        switch (format) {
            case TEXT -> System.err.println(Printable.of(reason));
            case JSON -> OwnLogger.LOGGER.log(Level.SEVERE, "{0}", reason);
        }
        flush();
    }

    /**
     * Holds a reference to the logger, because the log manager forgets loggers, and their levels, that nobody refers
     * to. It is a separate class so that the log manager is not touched before it is configured.
     */
    private static final class OwnLogger {
        static final Logger LOGGER = Logger.getLogger("org.decisionservice");
    }
}
