// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import io.helidon.http.Status;

/** Faults in requests that the listener's direct handlers answer, after which the connection is closed. */
final class Malformed {
    static final Status TOO_LARGE = Status.create(431, "Request Header Fields Too Large");

    private Malformed() {}

    /** A request that is not valid HTTP: status 400. {@code reason} never quotes the client. */
    static RequestException request(String reason) {
        return of(DirectHandler.EventType.BAD_REQUEST, Status.BAD_REQUEST_400, reason);
    }

    static RequestException targetTooLong() {
        return of(DirectHandler.EventType.BAD_REQUEST, Status.REQUEST_URI_TOO_LONG_414, "request line too long");
    }

    static RequestException headTooLarge() {
        return of(DirectHandler.EventType.BAD_REQUEST, TOO_LARGE, "headers too large");
    }

    static RequestException version() {
        return of(
                DirectHandler.EventType.HTTP_VERSION_NOT_SUPPORTED,
                Status.HTTP_VERSION_NOT_SUPPORTED_505,
                "another version of HTTP");
    }

    private static RequestException of(DirectHandler.EventType type, Status status, String reason) {
        return RequestException.builder()
                .type(type)
                .status(status)
                .message(reason)
                .setKeepAlive(false)
                .build();
    }
}
