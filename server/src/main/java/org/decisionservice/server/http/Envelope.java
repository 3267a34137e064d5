// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import org.decisionservice.server.transport.CommonHeaders;

/**
 * Gives every exchange the headers that all have, and ends it without draining a refused upload. Helidon would read the
 * rest of an unread body to keep the connection, and leaves the socket open after a {@code Connection: close} from
 * either side. Throwing after the answer has been sent closes the socket.
 */
final class Envelope implements Filter {
    private final List<HeaderName> requestIds;

    /** {@code requestIds} are the headers that carry the id back. */
    Envelope(List<HeaderName> requestIds) {
        this.requestIds = List.copyOf(requestIds);
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        String id = RequestIds.of(request.headers());
        requestIds.forEach(name -> response.header(name, id));
        CommonHeaders.now().forEach(response::header);
        chain.proceed();
        if (Reply.unread(request)
                || request.headers().contains(HeaderValues.CONNECTION_CLOSE)
                || response.headers().contains(HeaderValues.CONNECTION_CLOSE)) {
            throw new CloseConnectionException("answered, and nothing more is to be read");
        }
    }

    /** Returns the id that {@link #filter} gave this exchange, for the log. */
    static String requestId(ServerResponse response) {
        return response.headers().get(RequestIds.NAME).get();
    }
}
