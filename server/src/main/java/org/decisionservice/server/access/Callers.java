// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.access;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Whom an operator lets in besides the service's own pages and clients that call it by an address or localhost.
 *
 * @param origins origins of pages, such as {@code https://app.example.com}
 * @param hosts names of the service, such as {@code decision-service}; one that begins with a dot stands for every name
 *     that ends in it, and {@link #ANY} for every name there is
 */
public record Callers(Set<String> origins, Set<String> hosts) {
    /** Nobody else. */
    public static final Callers NONE = new Callers(Set.of(), Set.of());

    /** Every name. */
    static final String ANY = "*";

    private static final Pattern ORIGIN = Pattern.compile("https?://[^/?#@\\s]+");
    private static final Pattern HOST = Pattern.compile("\\*|\\.?[^/?#@:*\\[\\]\\s.]+(\\.[^/?#@:*\\[\\]\\s.]+)*\\.?");

    public Callers {
        origins = Set.copyOf(origins);
        hosts = Set.copyOf(hosts);
    }

    /** Reads a comma list of origins as browsers send them: scheme, host and port, and nothing after them. */
    public static Optional<Set<String>> origins(String text) {
        return list(text, ORIGIN);
    }

    /** Reads a comma list of host names, without ports. */
    public static Optional<Set<String>> hosts(String text) {
        return list(text, HOST);
    }

    private static Optional<Set<String>> list(String text, Pattern form) {
        Set<String> items = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            String item = part.strip().toLowerCase(Locale.ROOT);
            if (!form.matcher(item).matches()) {
                return Optional.empty();
            }
            items.add(item);
        }
        return Optional.of(items);
    }
}
