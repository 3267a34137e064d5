// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;

/** The header that every answer has. */
public final class Sniffing {
    /** Keeps browsers from guessing another content type for an answer, which may quote a client. */
    public static final Header OFF = HeaderValues.createCached(HeaderNames.create("X-Content-Type-Options"), "nosniff");

    private Sniffing() {}
}
