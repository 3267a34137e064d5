// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.security.Security;
import io.helidon.security.SecurityEnvironment;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;

/**
 * Whether a request may decide. Helidon Security does the authenticating; its web server feature is not used, because
 * it answers by itself: without our error body, and by reading the upload it refuses to the end.
 */
final class Authentication {
    /** What stands in front may have looked at the other one. */
    private static final Refusal SENT_TWICE = new Refusal(Refusal.Kind.BROKEN, "Authorization must be sent once");

    private final Optional<Security> security;

    /** An empty key lets everybody in. */
    Authentication(Optional<String> apiKey) {
        this.security = apiKey.map(key -> Security.builder()
                .addAuthenticationProvider(new BearerProvider(key), "bearer")
                .build());
    }

    /** Whether {@code request} brings the key, if one is needed. */
    boolean admits(ServerRequest request) {
        return security.map(checks -> admits(checks, request)).orElse(true);
    }

    private static boolean admits(Security checks, ServerRequest request) {
        // Not values(), which takes a comma for the end of a value: keys may have one.
        List<String> sent = request.headers().all(HeaderNames.AUTHORIZATION, List::of);
        if (sent.size() > 1) {
            throw new RefusedException(SENT_TWICE);
        }
        var environment = SecurityEnvironment.builder(checks.serverTime())
                .path(request.path().rawPath())
                .method(request.prologue().method().text())
                .header(BearerProvider.HEADER, sent)
                .build();
        return checks.contextBuilder(Integer.toString(request.id()))
                .env(environment)
                .build()
                .authenticate()
                .status()
                .isSuccess();
    }
}
