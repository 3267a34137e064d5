// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what a part of the service logs while this is open. */
public final class LogLines extends Handler implements AutoCloseable {
    /** Held, because the log manager keeps only weak references. */
    private final Logger logger;

    private final List<String> lines = new CopyOnWriteArrayList<>();

    /** Collects what the host logs. */
    public LogLines() {
        this("org.decisionservice.host");
    }

    /** Collects what {@code part}, a package or a class, logs. */
    public LogLines(String part) {
        logger = Logger.getLogger(part);
        logger.addHandler(this);
    }

    /** The lines at level info and above that contain the text. */
    public List<String> with(String text) {
        return lines.stream().filter(line -> line.contains(text)).toList();
    }

    @Override
    public void publish(LogRecord entry) {
        if (entry.getLevel().intValue() >= Level.INFO.intValue()) {
            lines.add(MessageFormat.format(entry.getMessage(), entry.getParameters()));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
