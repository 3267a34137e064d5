// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.core.text.Quote;
import org.decisionservice.server.HttpOptions;
import org.decisionservice.server.observe.DecisionRoute;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.RequestWatch;

/**
 * Keeps pages of other sites away from a service without a key. A browser reaches everything that its user's machine
 * and network reach, and lets any page post there. It names the page's origin in {@code Origin}; clients that are not
 * browsers send no such header and pass. A page can also come from a host name that its owner then points at this
 * machine, so that the page's origin matches the service. A service for this machine only therefore answers to no names
 * but its own. Nothing of a refused request is read, and every route is checked, so that such a page learns nothing.
 */
final class OriginCheck implements Filter {
    private static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");

    private final Set<WebOrigin> allowed;
    private final Set<String> allowedHosts;
    private final boolean loopback;
    private final boolean decisions;
    private final Cors cors;
    private final ErrorMapping errors;
    private final RequestWatch watch;

    /** {@code loopback} says whether the service is for this machine only. */
    OriginCheck(HttpOptions options, boolean loopback, Cors cors, ErrorMapping errors, RequestWatch watch) {
        this.allowed = options.allowedOrigins().stream()
                .flatMap(origin -> WebOrigin.parse(origin).stream())
                .collect(Collectors.toUnmodifiableSet());
        this.allowedHosts = this.allowed.stream().map(WebOrigin::host).collect(Collectors.toUnmodifiableSet());
        this.loopback = loopback;
        this.decisions = options.decisions();
        this.cors = cors;
        this.errors = errors;
        this.watch = watch;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        List<String> sent = request.headers().all(HeaderNames.ORIGIN, List::of);
        Optional<WebOrigin> origin = sent.size() == 1 ? WebOrigin.parse(sent.getFirst()) : Optional.empty();
        boolean named = origin.filter(allowed::contains).isPresent();
        if (!sent.isEmpty() || !allowed.isEmpty()) {
            response.header(HeaderNames.VARY, HeaderNames.ORIGIN_NAME);
        }
        if (named) {
            cors.allow(response, sent.getFirst());
        }
        Optional<Authority> host = host(request);
        if (loopback && host.filter(this::isOurs).isEmpty()) {
            refuse(
                    request,
                    response,
                    "this service answers to addresses and localhost only, not to the Host "
                            + Quote.of(host.map(Authority::host).orElse(""))
                            + "; SERVICE_ALLOWED_ORIGINS can name an origin with that host");
        } else if (!sent.isEmpty() && !named && !isOfOrigin(host, origin)) {
            refuse(
                    request,
                    response,
                    "pages of the Origin " + Quote.of(String.join(", ", sent))
                            + " may not use this service; SERVICE_ALLOWED_ORIGINS lists those that may");
        } else if (named && Cors.isPreflight(request, decisions)) {
            cors.answerPreflight(response);
        } else {
            chain.proceed();
        }
    }

    /** The host by which the client calls the service. */
    private static Optional<Authority> host(ServerRequest request) {
        // HTTP/2 requests may have no authority.
        return Optional.ofNullable(request.authority()).flatMap(Authority::parse);
    }

    private boolean isOurs(Authority host) {
        return host.address() || host.localhost() || allowedHosts.contains(host.host());
    }

    private static boolean isOfOrigin(Optional<Authority> host, Optional<WebOrigin> origin) {
        return host.isPresent() && origin.isPresent() && origin.get().isOf(host.get());
    }

    /**
     * Refuses a request. Observers are told of refused decision requests, as they are of those that the routes refuse.
     */
    private void refuse(RoutingRequest request, RoutingResponse response, String detail) {
        Optional<DecisionRoute> route = request.prologue().method().equals(Method.POST)
                ? DecisionRoute.at(request.prologue().uriPath().rawPath(), decisions)
                : Optional.empty();
        if (route.isEmpty()) {
            errors.forbidden(request, response, detail);
            return;
        }
        try (RequestWatch.Watched watched = watch.begin(
                route.get(), Envelope.requestId(response), request.headers().first(TRACEPARENT))) {
            errors.forbidden(request, response, detail);
            watched.ended(Ending.FORBIDDEN, response.status().code());
        }
    }
}
