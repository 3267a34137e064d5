// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/** Lists the pages of the operator's port. */
record IndexPage() implements Handler {
    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <title>Decision Service: operators</title>
            <h1>Decision Service: operators</h1>
            <ul>
            <li><a href="health">/health</a>: the three probes together</li>
            <li><a href="health/started">/health/started</a>: 200 once everything to be preloaded is loaded</li>
            <li><a href="health/ready">/health/ready</a>: 200 while requests are answered</li>
            <li><a href="health/live">/health/live</a>: 200 while the process answers at all</li>
            <li><a href="metrics">/metrics</a>: counts and times, for Prometheus</li>
            <li><a href="info">/info</a>: versions, checkpoints and the settings in force</li>
            </ul>
            </html>
            """;

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        response.headers().contentType(MediaTypes.TEXT_HTML);
        response.header(HeaderNames.create("Content-Security-Policy"), "default-src 'none'");
        response.send(PAGE);
    }
}
