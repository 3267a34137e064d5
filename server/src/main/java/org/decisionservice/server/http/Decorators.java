// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.webserver.http.Filter;
import java.util.ArrayList;
import java.util.List;
import org.decisionservice.contract.Dialect;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.observe.RequestWatch;

/**
 * The filters that every request passes on its way to a route, and its answer on the way back. {@link GuardedHandler}
 * continues on the routes that need the key.
 */
final class Decorators {
    private Decorators() {}

    /**
     * Returns all filters, outermost first.
     */
    static List<Filter> of(HttpOptions options, Dialect dialect, Cors cors, ErrorMapping errors, RequestWatch watch) {
        List<Filter> inOrder = new ArrayList<>();
        inOrder.add(new Envelope(dialect));
        // If a key is set, a page that has the key may come from anywhere, and a page without it learns nothing.
        if (options.open()) {
            inOrder.add(new OriginCheck(options, cors, errors, watch));
        }
        inOrder.add(new ExactPaths(errors));
        return List.copyOf(inOrder);
    }
}
