package org.decisionservice.server.http;

import io.helidon.http.HttpPrologue;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;

/**
 * Leaves each route the one spelling it is written in. Helidon resolves escapes, dot segments, doubled slashes and
 * parameters before it routes; a proxy that guards a path does not, and would let through what it then takes for ours.
 */
final class ExactPaths implements Filter {
    private final ErrorMapping errors;

    ExactPaths(ErrorMapping errors) {
        this.errors = errors;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        if (exact(request.prologue())) {
            chain.proceed();
        } else {
            errors.refused(request, response, Status.NOT_FOUND_404);
        }
    }

    private static boolean exact(HttpPrologue prologue) {
        String path = prologue.uriPath().rawPath();
        return path.indexOf('%') < 0
                && path.indexOf(';') < 0
                && !path.contains("//")
                && !path.contains("/.")
                && !prologue.fragment().hasValue();
    }
}
