// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.function.Consumer;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.server.transport.Sending;

/** Sends JSON, the only content type of these routes. */
final class Reply {
    private Reply() {}

    /** Sends {@code json} as the answer of an admitted request, once it is told what to run before the last piece. */
    static Consumer<Runnable> later(GuardedHandler.Exchange exchange, Status status, byte[] json) {
        return beforeLast -> send(exchange.request(), exchange.response(), status, json, beforeLast);
    }

    /** Sends a status without a body, in the same way. */
    static Consumer<Runnable> nothing(GuardedHandler.Exchange exchange, Status status) {
        return beforeLast -> {
            begin(exchange.request(), exchange.response(), status);
            beforeLast.run();
            exchange.response().send();
        };
    }

    static void send(ServerRequest request, ServerResponse response, Status status, byte[] json) {
        send(request, response, status, json, () -> {});
    }

    /** Sends {@code json}, and runs {@code beforeLast} when no more than its last piece is left. */
    static void send(ServerRequest request, ServerResponse response, Status status, byte[] json, Runnable beforeLast) {
        begin(request, response, status);
        response.header(HeaderValues.CONTENT_TYPE_JSON);
        Sending.send(response, json, beforeLast);
    }

    /** Sends an answer that need not be in memory as a whole, and runs {@code beforeLast} as above. */
    static void send(ServerRequest request, ServerResponse response, JsonDocument answer, Runnable beforeLast) {
        if (answer.kept().isPresent()) {
            send(request, response, Status.OK_200, answer.kept().get(), beforeLast);
        } else {
            begin(request, response, Status.OK_200);
            response.header(HeaderValues.CONTENT_TYPE_JSON);
            Sending.send(response, answer.length(), answer::writeTo, beforeLast);
        }
    }

    private static void begin(ServerRequest request, ServerResponse response, Status status) {
        response.status(status);
        // This header announces to the client that Envelope will close the connection.
        if (unread(request)) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
    }

    /** Whether the request has a body that has not been read to its end. */
    static boolean unread(ServerRequest request) {
        return !request.content().consumed();
    }
}
