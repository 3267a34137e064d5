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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.server.observe.DecisionRoute;

/**
 * What tells a browser that a page of an allowed origin may send its request and read the answer: the Fetch standard,
 * section "CORS protocol". Helidon's module for it refuses other origins by itself, without our error body.
 */
final class Cors {
    /** What a client of ours may want to send; a browser asks for all but the plainest. */
    private static final String REQUEST_HEADERS =
            "Content-Type, Content-Encoding, X-Request-Id, traceparent, Authorization";
    /** How long a browser need not ask again; short, so that a changed setting is soon noticed. */
    private static final String MAX_AGE_SECONDS = "600";

    private final String exposed;

    /** {@code requestIds} are the headers that carry an exchange's id. */
    Cors(List<HeaderName> requestIds) {
        exposed = Stream.concat(
                        requestIds.stream().map(HeaderName::defaultCase),
                        Stream.of("Server-Timing", "X-Inference-Time-Ms", "Retry-After"))
                .collect(Collectors.joining(", "));
    }

    /** Says on {@code response} that pages of {@code origin} may read it. */
    void allow(ServerResponse response, String origin) {
        response.header(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        response.header(HeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    }

    /**
     * Whether a browser asks by {@code request}, on behalf of a page, whether it may send one that decides.
     *
     * @param decisions whether OpenAI's Decisions API is served
     */
    static boolean isPreflight(ServerRequest request, boolean decisions) {
        return request.prologue().method().equals(Method.OPTIONS)
                && request.headers().contains(HeaderNames.ACCESS_CONTROL_REQUEST_METHOD)
                && DecisionRoute.at(request.prologue().uriPath().rawPath(), decisions)
                        .isPresent();
    }

    /** Answers that it may. */
    void answerPreflight(ServerResponse response) {
        response.header(HeaderNames.ACCESS_CONTROL_ALLOW_METHODS, Method.POST.text());
        response.header(HeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS);
        response.header(HeaderNames.ACCESS_CONTROL_MAX_AGE, MAX_AGE_SECONDS);
        response.status(Status.NO_CONTENT_204).send();
    }
}
