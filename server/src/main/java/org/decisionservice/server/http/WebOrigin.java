// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a page comes from, as browsers say in {@code Origin}.
 *
 * @param scheme {@code http} or {@code https}
 */
record WebOrigin(String scheme, String host, int port) {
    private static final String SEPARATOR = "://";

    /** Empty if {@code text} is no origin of the web: {@code null}, a file, an extension of the browser. */
    static Optional<WebOrigin> parse(String text) {
        int end = text.indexOf(SEPARATOR);
        if (end < 0) {
            return Optional.empty();
        }
        String scheme = text.substring(0, end).toLowerCase(Locale.ROOT);
        OptionalInt usual = usualPort(scheme);
        return usual.isEmpty()
                ? Optional.empty()
                : Authority.parse(text.substring(end + SEPARATOR.length()))
                        .map(authority -> new WebOrigin(
                                scheme, authority.host(), authority.port().orElse(usual.getAsInt())));
    }

    /**
     * Whether a server that is called {@code authority} serves this origin. Which scheme it is reached by it cannot
     * know, since proxies take TLS off; the origin's own tells which port an authority without one means.
     */
    boolean isOf(Authority authority) {
        return host.equals(authority.host())
                && port == authority.port().orElse(usualPort(scheme).orElseThrow());
    }

    private static OptionalInt usualPort(String scheme) {
        return switch (scheme) {
            case "http" -> OptionalInt.of(80);
            case "https" -> OptionalInt.of(443);
            default -> OptionalInt.empty();
        };
    }
}
