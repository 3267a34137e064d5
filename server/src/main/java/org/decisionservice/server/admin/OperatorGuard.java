// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import io.helidon.common.Weighted;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpFeature;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.List;
import java.util.Optional;
import org.decisionservice.server.access.CallerRule;
import org.decisionservice.server.transport.CommonHeaders;

/**
 * Passed first by every request to the operator's port. A browser sends the password that its user once typed along
 * with a form of any other site, so {@link CallerRule} holds with and without a password. Bodies are not waited for,
 * because no request to this port needs one.
 */
record OperatorGuard(CallerRule rule) implements HttpFeature, Filter, Weighted {
    @Override
    public void setup(HttpRouting.Builder routing) {
        routing.addFilter(this);
    }

    /** More than authentication has. */
    @Override
    public double weight() {
        return 10 * Weighted.DEFAULT_WEIGHT;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        CommonHeaders.now().forEach(response::header);
        if (!request.content().consumed()) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        Optional<String> refusal =
                rule.refusal(request.authority(), request.headers().all(HeaderNames.ORIGIN, List::of));
        if (refusal.isPresent()) {
            response.status(Status.FORBIDDEN_403)
                    .header(HeaderValues.CONTENT_TYPE_JSON)
                    .send(OperatorErrors.body(refusal.get()));
        } else {
            chain.proceed();
        }
        if (!request.content().consumed()) {
            throw new CloseConnectionException("answered without reading the request's body");
        }
    }
}
