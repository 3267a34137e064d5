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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.server.access.CallerRule;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.observe.GuardedRoute;
import org.decisionservice.server.observe.RequestWatch;

/**
 * Applies {@link CallerRule} to a service without a key. Nothing of a refused request is read, and every route is
 * checked, so that a page of another site learns nothing.
 */
final class OriginCheck implements Filter {
    private static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");

    private final CallerRule rule;
    private final Set<DecisionRoute> decisions;
    private final Cors cors;
    private final ErrorMapping errors;
    private final RequestWatch watch;

    OriginCheck(HttpOptions options, Cors cors, ErrorMapping errors, RequestWatch watch) {
        this.rule = new CallerRule(options.callers());
        this.decisions = options.wire().decisions();
        this.cors = cors;
        this.errors = errors;
        this.watch = watch;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        List<String> sent = request.headers().all(HeaderNames.ORIGIN, List::of);
        if (!sent.isEmpty() || rule.namesOrigins()) {
            response.header(HeaderNames.VARY, HeaderNames.ORIGIN_NAME);
        }
        if (rule.lists(sent)) {
            cors.allow(response, sent.getFirst());
        }
        // Every request has a host: the transport refuses those that have none.
        Optional<String> refusal = rule.refusal(request.authority(), sent);
        if (refusal.isPresent()) {
            refuse(request, response, refusal.get());
        } else {
            chain.proceed();
        }
    }

    /**
     * Refuses a request. Observers are told of refused decision requests, as they are of those that the routes refuse.
     */
    private void refuse(RoutingRequest request, RoutingResponse response, String detail) {
        Optional<DecisionRoute> route = request.prologue().method().equals(Method.POST)
                ? DecisionRoute.at(
                        request.prologue().uriPath().rawPath(),
                        decisions,
                        Authentication.hasGoogleKey(request.headers()))
                : Optional.empty();
        if (route.isEmpty()) {
            errors.forbidden(request, response, detail);
            return;
        }
        try (RequestWatch.Watched watched = watch.begin(
                GuardedRoute.of(route.get()),
                Envelope.requestId(response),
                request.headers().first(TRACEPARENT),
                request.remotePeer().host())) {
            errors.forbidden(request, response, detail);
            watched.ended(Ending.FORBIDDEN, response.status().code());
        }
    }
}
