// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.security.Security;
import io.helidon.security.SecurityEnvironment;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.server.access.ApiKey;
import org.decisionservice.server.access.ApiKeys;

/**
 * Checks whether a request may ask for a decision. Helidon Security does the authenticating; its web server feature is
 * not used, because it answers by itself, without the service's error body, and reads a refused upload to its end.
 */
final class Authentication {
    /** A proxy in front may have checked the other header. */
    private static final Refusal SENT_TWICE = new Refusal(Refusal.Kind.BROKEN, "Authorization must be sent once");

    private static final String HEADER = "send the header Authorization: Bearer <key>";
    private static final HeaderName OTHER_KEY = HeaderNames.create("X-API-Key");

    /** Google's clients send a key here, and no others do. */
    private static final HeaderName GOOGLE_KEY = HeaderNames.create("x-goog-api-key");

    private static final Refusal TWO_KEYS =
            new Refusal(Refusal.Kind.BROKEN, "the key must be sent once, in x-goog-api-key or in Authorization");

    private final Optional<Security> security;

    /** Without keys every client is admitted. */
    Authentication(Optional<ApiKeys> keys) {
        this.security = keys.map(inForce -> Security.builder()
                .addAuthenticationProvider(new BearerProvider(inForce), "bearer")
                .build());
    }

    /** The key that admits {@code request}; {@link ApiKey#NONE} where none is required. */
    Optional<ApiKey> key(ServerRequest request) {
        return security.map(checks -> key(checks, request)).orElse(Optional.of(ApiKey.NONE));
    }

    /** The same at the route of Google's API, whose clients send the key in a header of their own. */
    Optional<ApiKey> googleKey(ServerRequest request) {
        return security.map(checks -> googleKey(checks, request)).orElse(Optional.of(ApiKey.NONE));
    }

    /**
     * The {@code WWW-Authenticate} of a refused request. The interface fixes the words of the body, so this header says
     * what to send (RFC 6750, section 3).
     *
     * @param google whether it came to the route of Google's API
     */
    static String challenge(ServerRequest request, boolean google) {
        if (google) {
            return "Bearer error_description=\"send the header x-goog-api-key: <key>\"";
        }
        List<String> sent = request.headers().all(HeaderNames.AUTHORIZATION, List::of);
        if (sent.isEmpty() || sent.getFirst().isBlank()) {
            return request.headers().contains(OTHER_KEY)
                    ? "Bearer error_description=\"X-API-Key is not read; " + HEADER + '"'
                    : "Bearer error_description=\"" + HEADER + '"';
        }
        return sent.getFirst().regionMatches(true, 0, "Bearer ", 0, "Bearer ".length())
                ? "Bearer error=\"invalid_token\", error_description=\"the key after Bearer is not this service's\""
                : "Bearer error=\"invalid_request\", error_description=\"Authorization lacks the word Bearer; " + HEADER
                        + '"';
    }

    /** Whether a request has the header of Google's clients. */
    static boolean hasGoogleKey(Headers headers) {
        return headers.contains(GOOGLE_KEY);
    }

    private static Optional<ApiKey> key(Security checks, ServerRequest request) {
        // values() would split a value at a comma, and keys may contain one.
        List<String> sent = request.headers().all(HeaderNames.AUTHORIZATION, List::of);
        if (sent.size() > 1) {
            throw new RefusedException(SENT_TWICE);
        }
        return key(checks, request, sent);
    }

    private static Optional<ApiKey> googleKey(Security checks, ServerRequest request) {
        List<String> keys = request.headers().all(GOOGLE_KEY, List::of);
        if (keys.isEmpty()) {
            return key(checks, request);
        }
        if (keys.size() > 1 || request.headers().contains(HeaderNames.AUTHORIZATION)) {
            throw new RefusedException(TWO_KEYS);
        }
        return key(checks, request, List.of("Bearer " + keys.getFirst()));
    }

    private static Optional<ApiKey> key(Security checks, ServerRequest request, List<String> sent) {
        var environment = SecurityEnvironment.builder(checks.serverTime())
                .path(request.path().rawPath())
                .method(request.prologue().method().text())
                .header(BearerProvider.HEADER, sent)
                .build();
        return checks.contextBuilder(Integer.toString(request.id()))
                .env(environment)
                .build()
                .authenticate()
                .user()
                .flatMap(subject -> subject.privateCredential(ApiKey.class));
    }
}
