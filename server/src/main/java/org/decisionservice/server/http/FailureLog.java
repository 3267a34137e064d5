// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static java.lang.System.Logger.Level.ERROR;

import java.util.concurrent.atomic.AtomicReference;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.text.Quote;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.hub.HubException;

/**
 * Logs requests that were accepted and failed. A fault of the program is logged with its stack trace every time. A
 * fault in a checkpoint's files is for the operator: its message says everything, and one log line is enough as long as
 * every request meets the same fault.
 */
final class FailureLog {
    private final System.Logger log;
    private final AtomicReference<String> lastSaid = new AtomicReference<>("");

    FailureLog(System.Logger log) {
        this.log = log;
    }

    void log(String requestId, RuntimeException failure) {
        String text = "request " + Quote.field(requestId) + " failed";
        if (!isOfFiles(failure)) {
            log.log(ERROR, text, failure);
            return;
        }
        String message = String.valueOf(failure.getMessage());
        if (!message.equals(lastSaid.getAndSet(message))) {
            log.log(ERROR, "{0}: {1} (logged once for all requests that fail like this)", text, message);
        }
    }

    private static boolean isOfFiles(RuntimeException failure) {
        return switch (failure) {
            case CheckpointException _, HubException _ -> true;
            case EngineException engine -> engine.kind() == EngineException.Kind.BAD_MODEL;
            default -> false;
        };
    }
}
