// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.security.AuthenticationResponse;
import io.helidon.security.Principal;
import io.helidon.security.ProviderRequest;
import io.helidon.security.spi.AuthenticationProvider;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * Authenticates the one client there is by the service's API key. The comparison works on bytes, takes the same time
 * whatever differs, and is total: every header a client can send gets an answer.
 */
final class BearerProvider implements AuthenticationProvider {
    static final String HEADER = "Authorization";

    private static final String SCHEME = "bearer";
    private static final Principal CLIENT = Principal.create("api-key");

    private final byte[] expected;

    /** Programs that send one byte for each letter, as browsers do; the same as {@link #expected} for a key of ASCII. */
    private final byte[] inLatin1;

    BearerProvider(String apiKey) {
        String header = SCHEME + " " + apiKey;
        this.expected = header.getBytes(StandardCharsets.UTF_8);
        this.inLatin1 = StandardCharsets.ISO_8859_1.newEncoder().canEncode(header)
                ? header.getBytes(StandardCharsets.ISO_8859_1)
                : expected;
    }

    @Override
    public AuthenticationResponse authenticate(ProviderRequest request) {
        List<String> sent = request.env().headers().getOrDefault(HEADER, List.of());
        // Header values have one character per byte.
        byte[] supplied = sent.isEmpty() ? new byte[0] : sent.getFirst().getBytes(StandardCharsets.ISO_8859_1);
        smallScheme(supplied);
        // Both are compared whatever the first comparison says, so that the time does not tell.
        boolean equal = MessageDigest.isEqual(supplied, expected);
        boolean equalInLatin1 = MessageDigest.isEqual(supplied, inLatin1);
        return equal || equalInLatin1
                ? AuthenticationResponse.success(CLIENT)
                : AuthenticationResponse.failed("not the API key");
    }

    /** The scheme is not case-sensitive (RFC 9110, section 11.1). */
    private static void smallScheme(byte[] supplied) {
        for (int i = 0; i < Math.min(SCHEME.length(), supplied.length); i++) {
            if (supplied[i] >= 'A' && supplied[i] <= 'Z') {
                supplied[i] = (byte) Character.toLowerCase(supplied[i]);
            }
        }
    }
}
