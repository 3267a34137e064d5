// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import static java.lang.System.Logger.Level.INFO;

/** Logs one line per request: counts and times, never the content of the request. */
final class RequestLog {
    private static final System.Logger LOG = System.getLogger(RequestLog.class.getName());

    private RequestLog() {}

    static void write(FinishedRequest request) {
        if (LOG.isLoggable(INFO)) {
            LOG.log(INFO, "{0}", request);
        }
    }
}
