// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import org.decisionservice.contract.json.Json;
import org.decisionservice.server.transport.CommonHeaders;

/** Errors that Helidon answers by itself, in the form of all others. Its own text may quote the request's bytes. */
final class OperatorErrors implements DirectHandler {
    private OperatorErrors() {}

    static DirectHandlers handlers() {
        DirectHandlers.Builder handlers = DirectHandlers.builder();
        for (EventType type : EventType.values()) {
            handlers.addHandler(type, new OperatorErrors());
        }
        return handlers.build();
    }

    @Override
    public TransportResponse handle(
            TransportRequest request, EventType type, Status status, ServerResponseHeaders headers, String message) {
        TransportResponse.Builder response = TransportResponse.builder()
                .status(status)
                .headers(headers)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .entity(body(status.reasonPhrase()));
        CommonHeaders.now().forEach(response::header);
        return response.build();
    }

    static byte[] body(String detail) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("detail", detail);
            out.writeEndObject();
        });
    }
}
