package org.decisionservice.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;

/** Gives what Helidon refuses before routing the same form as every other error. */
final class ProtocolErrors implements DirectHandler {

    @Override
    public TransportResponse handle(
            TransportRequest request, EventType type, Status status, ServerResponseHeaders headers, String message) {
        return TransportResponse.builder()
                .status(status)
                .headers(headers)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .header(RequestIds.NAME, RequestIds.of(request.headers()))
                .entity(ErrorMapping.body(ErrorMapping.detail(status)))
                .keepAlive(false)
                .build();
    }
}
