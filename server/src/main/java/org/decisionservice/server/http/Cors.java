// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.WireOptions;

/**
 * Headers that tell a browser that a page of an allowed origin may send its request and read the answer (the Fetch
 * standard, section "CORS protocol"). Helidon's CORS module is not used because it refuses other origins by itself,
 * without the service's error body.
 */
final class Cors {
    /** Headers that clients of the service may want to send; browsers ask for permission for most headers. */
    private static final List<String> SENT =
            List.of("Content-Type", "Content-Encoding", "X-Request-Id", "traceparent", "Authorization");
    /** Further headers that Google's client sends. */
    private static final List<String> SENT_TO_GEMINI =
            List.of("x-goog-api-key", "x-goog-api-client", "x-goog-user-project", "Api-Revision", "X-Server-Timeout");
    /** Further headers that agents send. */
    private static final List<String> SENT_BY_AGENTS =
            List.of("Mcp-Session-Id", "MCP-Protocol-Version", "Last-Event-ID");

    private static final List<String> EXPOSED =
            List.of("Server-Timing", "X-Inference-Time-Ms", "Retry-After", "X-Ignored-Members", "X-Concurrency-Limit");
    /** Seconds that a browser may cache the answer; few, so that a changed setting takes effect soon. */
    private static final String MAX_AGE_SECONDS = "600";

    private final String exposed;
    private final String requested;

    /** @param requestIds the headers that carry an exchange's id */
    Cors(List<HeaderName> requestIds, WireOptions wire) {
        List<String> requests = new ArrayList<>(SENT);
        List<String> responses = new ArrayList<>(EXPOSED);
        if (wire.decisions().contains(DecisionRoute.GEMINI)) {
            requests.addAll(SENT_TO_GEMINI);
        }
        if (wire.mcp()) {
            requests.addAll(SENT_BY_AGENTS);
            responses.add("Mcp-Session-Id");
        }
        requested = String.join(", ", requests);
        exposed = String.join(
                ", ",
                Stream.concat(requestIds.stream().map(HeaderName::defaultCase), responses.stream())
                        .toList());
    }

    /** Allows pages of {@code origin} to read {@code response}. */
    void allow(ServerResponse response, String origin) {
        response.header(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        response.header(HeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    }

    /**
     * Whether a browser asks in {@code request} if a page may send another request. The page's origin is one that
     * {@link #allow} has allowed.
     */
    static boolean isPreflight(ServerRequest request, ServerResponse response) {
        return request.prologue().method().equals(Method.OPTIONS)
                && request.headers().contains(HeaderNames.ACCESS_CONTROL_REQUEST_METHOD)
                && response.headers().contains(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN);
    }

    /** Answers that the page may send its request. */
    void answerPreflight(ServerResponse response) {
        response.header(HeaderNames.ACCESS_CONTROL_ALLOW_METHODS, Method.POST.text());
        response.header(HeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, requested);
        response.header(HeaderNames.ACCESS_CONTROL_MAX_AGE, MAX_AGE_SECONDS);
        response.status(Status.NO_CONTENT_204).send();
    }
}
