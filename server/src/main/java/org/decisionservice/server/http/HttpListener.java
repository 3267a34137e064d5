// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.DirectHandlers;
import org.decisionservice.server.Contract;
import org.decisionservice.server.coding.BodyLimit;
import org.decisionservice.server.exchange.Dialect;
import org.decisionservice.server.transport.CodedBodies;
import org.decisionservice.server.transport.Connections;

/** How the public port is listened on: what has to be settled before there is a request to route. */
public final class HttpListener {
    private HttpListener() {}

    /**
     * Sets error bodies, content codings and connection handling of {@code server}'s default socket; host, port and
     * routing are the caller's, {@code contract} is what the listener speaks, and {@code connections}, which the caller
     * closes, are those it may have. Features are no longer discovered: those on the class path would add routes of
     * their own, details of the health checks among them. Whoever wants one adds it, on another socket.
     */
    public static void configure(WebServerConfig.BuilderBase<?, ?> server, Contract contract, Connections connections) {
        Dialect dialect = Dialect.of(contract);
        DirectHandlers.Builder errors = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            errors.addHandler(type, new ProtocolErrors(dialect));
        }
        server.featuresDiscoverServices(false).directHandlers(errors.build()).contentEncoding(new CodedBodies());
        connections.configure(server, BodyLimit.BYTES);
    }
}
