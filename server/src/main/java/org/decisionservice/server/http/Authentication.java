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
import org.decisionservice.server.observe.GuardedRoute;

/**
 * Checks whether a request may ask for a decision. Helidon Security does the authenticating; its web server feature is
 * not used, because it answers by itself, without the service's error body, and reads a refused upload to its end.
 */
final class Authentication {
    /** A proxy in front may have checked the other header. */
    private static final Refusal SENT_TWICE = new Refusal(Refusal.Kind.BROKEN, "Authorization must be sent once");

    private static final String HEADER = "send the header Authorization: Bearer <key>";
    /** LiteLLM's gateway sends a key here. */
    private static final HeaderName OTHER_KEY = HeaderNames.create("x-api-key");

    /** Google's clients send a key here, and no others do. */
    private static final HeaderName GOOGLE_KEY = HeaderNames.create("x-goog-api-key");

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

    /** The same where clients may send the key in {@code header}, too. */
    Optional<ApiKey> key(ServerRequest request, HeaderName header) {
        return security.map(checks -> key(checks, request, header)).orElse(Optional.of(ApiKey.NONE));
    }

    /** The header that the clients of a route may send the key in, instead of {@code Authorization}. */
    static Optional<HeaderName> header(GuardedRoute route) {
        return switch (route) {
            case GEMINI -> Optional.of(GOOGLE_KEY);
            case GUARDRAIL -> Optional.of(OTHER_KEY);
            default -> Optional.empty();
        };
    }

    /** The refusal of a request without the key at a route whose clients may send it in {@code header}. */
    static Refusal unauthorized(HeaderName header) {
        return new Refusal(
                Refusal.Kind.UNAUTHORIZED, "invalid or missing API key; send it in the header " + header.lowerCase());
    }

    /**
     * The {@code WWW-Authenticate} of a refused request. The interface fixes the words of the body, so this header says
     * what to send (RFC 6750, section 3).
     *
     * @param refusal that it was refused with
     */
    static String challenge(ServerRequest request, Refusal refusal) {
        for (HeaderName header : List.of(GOOGLE_KEY, OTHER_KEY)) {
            if (refusal.equals(unauthorized(header))) {
                return "Bearer error_description=\"send the header " + header.lowerCase() + ": <key>\"";
            }
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

    private static Optional<ApiKey> key(Security checks, ServerRequest request, HeaderName header) {
        List<String> keys = request.headers().all(header, List::of);
        if (keys.isEmpty()) {
            return key(checks, request);
        }
        if (keys.size() > 1 || request.headers().contains(HeaderNames.AUTHORIZATION)) {
            throw new RefusedException(
                    Refusal.Kind.BROKEN,
                    "the key must be sent once, in " + header.lowerCase() + " or in Authorization");
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
