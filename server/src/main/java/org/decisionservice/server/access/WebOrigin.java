// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.access;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The origin of a page, as browsers send it in {@code Origin}.
 *
 * @param scheme {@code http} or {@code https}
 */
record WebOrigin(String scheme, String host, int port) {
    private static final String SEPARATOR = "://";

    /**
     * Returns empty if {@code text} is not a web origin but, for example, {@code null}, a file or a browser extension.
     */
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
     * Whether a server that is called {@code authority} serves this origin. The server cannot know which scheme a
     * client used, because proxies terminate TLS; the origin's scheme therefore decides which port an authority without
     * a port means.
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
