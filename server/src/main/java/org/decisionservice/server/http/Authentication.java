package org.decisionservice.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.security.Security;
import io.helidon.security.SecurityEnvironment;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;

/**
 * Whether a request may decide. Helidon Security does the authenticating; its web server feature is not used, because
 * it answers by itself: without our error body, and by reading the upload it refuses to the end.
 */
final class Authentication {
    private final Optional<Security> security;

    /** An empty key lets everybody in. */
    Authentication(Optional<String> apiKey) {
        this.security = apiKey.map(key -> Security.builder()
                .addAuthenticationProvider(new BearerProvider(key), "bearer")
                .build());
    }

    boolean admits(ServerRequest request) {
        return security.map(checks -> admits(checks, request)).orElse(true);
    }

    private static boolean admits(Security checks, ServerRequest request) {
        List<String> sent = request.headers().values(HeaderNames.AUTHORIZATION);
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
