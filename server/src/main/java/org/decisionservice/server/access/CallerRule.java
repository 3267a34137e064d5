// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.access;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.core.text.Quote;

/**
 * Decides which web pages may call the service. A browser reaches everything that its user's machine and network reach,
 * and lets any page post there. It names the page's origin in {@code Origin}; clients that are not browsers send no
 * such header and pass. A page can also come from a host name that its owner then points at this machine, so that the
 * page's origin matches the service. A service therefore answers to addresses and localhost, which no stranger can own,
 * and else only to names that the operator lists.
 */
public final class CallerRule {
    private final Set<WebOrigin> origins;
    private final Set<String> names;
    private final List<String> endings;
    private final boolean anyName;

    public CallerRule(Callers callers) {
        origins = callers.origins().stream()
                .flatMap(origin -> WebOrigin.parse(origin).stream())
                .collect(Collectors.toUnmodifiableSet());
        Set<String> hosts =
                callers.hosts().stream().map(Authority::withoutRoot).collect(Collectors.toUnmodifiableSet());
        names = Stream.concat(hosts.stream(), origins.stream().map(WebOrigin::host))
                .collect(Collectors.toUnmodifiableSet());
        endings = hosts.stream().filter(host -> host.startsWith(".")).toList();
        anyName = hosts.contains(Callers.ANY);
    }

    /** Whether pages of any other origin may call. */
    public boolean namesOrigins() {
        return !origins.isEmpty();
    }

    /** Whether the operator lists the origin that was sent. */
    public boolean lists(List<String> sent) {
        return origin(sent).filter(origins::contains).isPresent();
    }

    /**
     * Returns why a request is refused; empty if it is not.
     *
     * @param host the value of {@code Host}
     * @param sent the values of {@code Origin}
     */
    public Optional<String> refusal(String host, List<String> sent) {
        Optional<Authority> called = Authority.parse(host);
        if (called.filter(this::isOurs).isEmpty()) {
            return Optional.of(
                    "this service answers to addresses, localhost and the names in SERVICE_ALLOWED_HOSTS, not"
                            + " to the Host "
                            + Quote.of(called.map(Authority::host).orElse(""))
                            + "; list the name there if clients use it");
        }
        if (sent.isEmpty() || lists(sent) || isOfOrigin(called, origin(sent))) {
            return Optional.empty();
        }
        return Optional.of("pages of the Origin " + Quote.of(String.join(", ", sent))
                + " may not use this service; SERVICE_ALLOWED_ORIGINS lists those that may");
    }

    private boolean isOurs(Authority host) {
        return host.address()
                || host.localhost()
                || anyName
                || names.contains(host.host())
                || endings.stream().anyMatch(host.host()::endsWith);
    }

    private static Optional<WebOrigin> origin(List<String> sent) {
        return sent.size() == 1 ? WebOrigin.parse(sent.getFirst()) : Optional.empty();
    }

    private static boolean isOfOrigin(Optional<Authority> host, Optional<WebOrigin> origin) {
        return host.isPresent() && origin.isPresent() && origin.get().isOf(host.get());
    }
}
