// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/** Sends JSON, the only content type of these routes. */
final class Reply {
    private Reply() {}

    static void send(ServerRequest request, ServerResponse response, Status status, byte[] json) {
        response.status(status);
        // This header announces to the client that Envelope will close the connection.
        if (unread(request)) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        response.header(HeaderValues.CONTENT_TYPE_JSON).send(json);
    }

    /** Whether the request has a body that has not been read to its end. */
    static boolean unread(ServerRequest request) {
        return !request.content().consumed();
    }
}
