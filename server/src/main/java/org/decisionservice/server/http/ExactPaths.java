// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HttpPrologue;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;

/**
 * Accepts a path for a route only if every reader takes it for that route. Helidon resolves escapes, dot segments,
 * doubled slashes and parameters before it routes; a proxy that guards a path may not, and would let through a path
 * that Helidon then routes. Escaped letters and digits are the exception: RFC 3986 has every reader resolve them.
 */
final class ExactPaths implements Filter {
    /** Length of an escape in characters. */
    private static final int ESCAPE = 3;

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
        return path.indexOf(';') < 0
                && !path.contains("//")
                && !path.contains("/.")
                && !prologue.fragment().hasValue()
                && onlyLettersAreEscaped(path);
    }

    private static boolean onlyLettersAreEscaped(String path) {
        for (int at = path.indexOf('%'); at >= 0; at = path.indexOf('%', at + ESCAPE)) {
            if (at + ESCAPE > path.length()) {
                return false;
            }
            int high = Character.digit(path.charAt(at + 1), 16);
            int low = Character.digit(path.charAt(at + 2), 16);
            int character = high * 16 + low;
            if (high < 0 || low < 0 || character > '~' || !Character.isLetterOrDigit(character)) {
                return false;
            }
        }
        return true;
    }
}
