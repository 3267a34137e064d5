// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import java.util.List;
import org.decisionservice.contract.Dialect;
import org.decisionservice.server.transport.CommonHeaders;

/** Gives requests that Helidon refuses before routing the same error form as every other error. */
final class ProtocolErrors implements DirectHandler {
    private final Dialect dialect;
    private final List<HeaderName> requestIds;

    ProtocolErrors(Dialect dialect) {
        this.dialect = dialect;
        this.requestIds = Envelope.requestIds(dialect);
    }

    @Override
    public TransportResponse handle(
            TransportRequest request, EventType type, Status status, ServerResponseHeaders headers, String message) {
        TransportResponse.Builder response = TransportResponse.builder()
                .status(status)
                .headers(headers)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .entity(dialect.errors()
                        .at(request.path(), Authentication.hasGoogleKey(request.headers()))
                        .body(status.code(), ErrorMapping.detail(status, dialect.routes())))
                .keepAlive(false);
        CommonHeaders.now().forEach(response::header);
        String id = Envelope.requestId(request.headers());
        requestIds.forEach(name -> response.header(name, id));
        return response.build();
    }
}
