// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.contract.DecisionRoute;

/**
 * Headers that tell a browser that a page of an allowed origin may send its request and read the answer (the Fetch
 * standard, section "CORS protocol"). Helidon's CORS module is not used because it refuses other origins by itself,
 * without the service's error body.
 */
final class Cors {
    /** Headers that clients of the service may want to send; browsers ask for permission for most headers. */
    private static final String REQUEST_HEADERS =
            "Content-Type, Content-Encoding, X-Request-Id, traceparent, Authorization";
    /** How long a browser may cache the answer; short, so that a changed setting takes effect soon. */
    private static final String MAX_AGE_SECONDS = "600";

    /** Further headers that Google's client sends. */
    private static final String GEMINI_HEADERS =
            ", x-goog-api-key, x-goog-api-client, x-goog-user-project, Api-Revision, X-Server-Timeout";

    private final String exposed;
    private final String requested;

    /**
     * @param requestIds the headers that carry an exchange's id
     * @param decisions which other Decisions APIs are served
     */
    Cors(List<HeaderName> requestIds, Set<DecisionRoute> decisions) {
        requested = decisions.contains(DecisionRoute.GEMINI) ? REQUEST_HEADERS + GEMINI_HEADERS : REQUEST_HEADERS;
        exposed = Stream.concat(
                        requestIds.stream().map(HeaderName::defaultCase),
                        Stream.of(
                                "Server-Timing",
                                "X-Inference-Time-Ms",
                                "Retry-After",
                                "X-Ignored-Members",
                                "X-Concurrency-Limit"))
                .collect(Collectors.joining(", "));
    }

    /** Allows pages of {@code origin} to read {@code response}. */
    void allow(ServerResponse response, String origin) {
        response.header(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        response.header(HeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    }

    /**
     * Whether {@code request} is a preflight: a browser asks whether a page may send a decision request.
     *
     * @param decisions which other Decisions APIs are served
     */
    static boolean isPreflight(ServerRequest request, Set<DecisionRoute> decisions) {
        return request.prologue().method().equals(Method.OPTIONS)
                && request.headers().contains(HeaderNames.ACCESS_CONTROL_REQUEST_METHOD)
                && DecisionRoute.at(request.prologue().uriPath().rawPath(), decisions, false)
                        .isPresent();
    }

    /** Answers that the page may send its request. */
    void answerPreflight(ServerResponse response) {
        response.header(HeaderNames.ACCESS_CONTROL_ALLOW_METHODS, Method.POST.text());
        response.header(HeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, requested);
        response.header(HeaderNames.ACCESS_CONTROL_MAX_AGE, MAX_AGE_SECONDS);
        response.status(Status.NO_CONTENT_204).send();
    }
}
