// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerResponse;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.decisionservice.contract.Dialect;
import org.decisionservice.server.transport.CommonHeaders;

/**
 * Gives every exchange the headers that all have, and ends it without draining a refused upload. Helidon would read the
 * rest of an unread body to keep the connection, and leaves the socket open after a {@code Connection: close} from
 * either side. Throwing after the answer has been sent closes the socket.
 */
final class Envelope implements Filter {
    private static final HeaderName REQUEST_ID = HeaderNames.create(Dialect.REQUEST_ID);
    private static final int LONGEST_ID = 128;

    private final List<HeaderName> requestIds;

    Envelope(Dialect dialect) {
        this.requestIds = requestIds(dialect);
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        String id = requestId(request.headers());
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
        return response.headers().get(REQUEST_ID).get();
    }

    /** The headers that carry the id of an exchange, which ties it to the server's log, back to its client. */
    static List<HeaderName> requestIds(Dialect dialect) {
        return dialect.requestIds().stream().map(HeaderNames::create).toList();
    }

    /** Returns the client's own id if it is 1 to 128 printable ASCII characters, or else a new one. */
    static String requestId(Headers sent) {
        // values() would split a value at a comma.
        List<String> ids = sent.all(REQUEST_ID, List::of);
        return ids.size() == 1 && isAcceptable(ids.getFirst()) ? ids.getFirst() : newId();
    }

    private static boolean isAcceptable(String id) {
        return !id.isEmpty() && id.length() <= LONGEST_ID && id.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    // The id is neither a secret nor an identity, so a fast generator is sufficient.
    private static String newId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }
}
