// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.security.AuthenticationResponse;
import io.helidon.security.Principal;
import io.helidon.security.ProviderRequest;
import io.helidon.security.Subject;
import io.helidon.security.spi.AuthenticationProvider;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.decisionservice.server.access.ApiKey;
import org.decisionservice.server.access.ApiKeys;

/**
 * Authenticates clients by their API key. The comparison works on bytes and is total: every header a client can send
 * gets an answer.
 */
final class BearerProvider implements AuthenticationProvider {
    static final String HEADER = "Authorization";

    private static final String SCHEME = "Bearer ";

    private final ApiKeys keys;

    BearerProvider(ApiKeys keys) {
        this.keys = keys;
    }

    @Override
    public AuthenticationResponse authenticate(ProviderRequest request) {
        List<String> sent = request.env().headers().getOrDefault(HEADER, List.of());
        return find(sent.isEmpty() ? "" : sent.getFirst())
                .map(key -> AuthenticationResponse.success(Subject.builder()
                        .principal(Principal.create(key.name().orElse("api-key")))
                        .addPrivateCredential(ApiKey.class, key)
                        .build()))
                .orElseGet(() -> AuthenticationResponse.failed("not an API key"));
    }

    /** The scheme is no secret, and is not case-sensitive (RFC 9110, section 11.1). */
    private Optional<ApiKey> find(String header) {
        return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                // Header values have one character per byte.
                ? keys.find(header.substring(SCHEME.length()).getBytes(StandardCharsets.ISO_8859_1))
                : Optional.empty();
    }
}
