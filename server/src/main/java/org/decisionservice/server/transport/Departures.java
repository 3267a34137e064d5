// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.webserver.http.ServerRequest;
import java.util.function.BooleanSupplier;

/** Detects whether clients still wait for their answers. */
public final class Departures {
    private Departures() {}

    /**
     * Tells whether the client of {@code request} has closed its connection, or its half of it. Watching begins with
     * the first call, so the first result is rarely true; later calls cost almost nothing. Of a body
     * that is not read yet, up to {@link Arrivals#MOST_AHEAD} bytes are kept until it is; the rest of a longer one
     * hides a departure. Always false on a listener that {@link Connections} did not set up.
     */
    public static BooleanSupplier of(ServerRequest request) {
        return request.remotePeer() instanceof Peer peer
                ? departed(peer.connection().arrivals())
                : () -> false;
    }

    private static BooleanSupplier departed(Arrivals arrivals) {
        return () -> {
            arrivals.watch();
            return arrivals.ended();
        };
    }
}
