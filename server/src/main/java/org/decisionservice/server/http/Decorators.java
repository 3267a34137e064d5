// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.webserver.http.Filter;
import java.util.ArrayList;
import java.util.List;
import org.decisionservice.server.HttpOptions;
import org.decisionservice.server.exchange.Dialect;
import org.decisionservice.server.observe.RequestWatch;

/**
 * What every request passes on its way to a route, and its answer on the way back. On the decision routes {@link
 * DecisionHandler} goes on from there: watch, authentication, admission, body, exchange.
 */
final class Decorators {
    private Decorators() {}

    /**
     * All of them, outermost first.
     *
     * @param inFlight counts requests; stopping waits for what it counts
     */
    static List<Filter> of(
            Filter inFlight,
            HttpOptions options,
            boolean loopback,
            Dialect dialect,
            ErrorMapping errors,
            RequestWatch watch) {
        List<Filter> inOrder = new ArrayList<>();
        inOrder.add(inFlight);
        List<HeaderName> requestIds = RequestIds.headers(dialect);
        inOrder.add(new Envelope(requestIds));
        // With a key set, a page that has it may come from anywhere, and one that has not learns nothing.
        if (options.apiKey().isEmpty()) {
            Cors cors = new Cors(requestIds);
            inOrder.add(new OriginCheck(options, loopback, cors, errors, watch));
        }
        inOrder.add(new ExactPaths(errors));
        return List.copyOf(inOrder);
    }
}
