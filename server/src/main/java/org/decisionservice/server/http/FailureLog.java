// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static java.lang.System.Logger.Level.ERROR;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.text.Quote;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.hub.HubException;

/**
 * Logs requests that were accepted and failed. A fault of the program is logged with its stack trace every time. A
 * fault in a checkpoint's files is for the operator: its message says everything, and one log line a minute is enough
 * as long as every request meets the same fault.
 */
final class FailureLog {
    private static final long AGAIN = TimeUnit.MINUTES.toNanos(1);

    private final System.Logger log;
    private final LongSupplier nanoTime;
    private String lastSaid = "";
    private long lastSaidAt;

    /** {@code nanoTime} is a clock with the contract of {@link System#nanoTime()}. */
    FailureLog(System.Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
    }

    void log(String requestId, RuntimeException failure) {
        String text = "request " + Quote.field(requestId) + " failed";
        if (!isOfFiles(failure)) {
            log.log(ERROR, text, failure);
            return;
        }
        String message = String.valueOf(failure.getMessage());
        if (isDue(message)) {
            log.log(ERROR, "{0}: {1} (logged once a minute for all requests that fail like this)", text, message);
        }
    }

    private synchronized boolean isDue(String message) {
        long now = nanoTime.getAsLong();
        boolean due = !message.equals(lastSaid) || now - lastSaidAt >= AGAIN;
        if (due) {
            lastSaid = message;
            lastSaidAt = now;
        }
        return due;
    }

    /** Whether a checkpoint's files are at fault, and the request may be answered once they are whole. */
    static boolean isOfFiles(RuntimeException failure) {
        return switch (failure) {
            case CheckpointException _, HubException _ -> true;
            case EngineException engine -> engine.kind() == EngineException.Kind.BAD_MODEL;
            default -> false;
        };
    }
}
