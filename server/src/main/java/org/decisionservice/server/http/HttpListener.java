// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.DirectHandlers;
import org.decisionservice.contract.BodyLimit;
import org.decisionservice.contract.Dialect;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.transport.CodedBodies;
import org.decisionservice.server.transport.Connections;

/** Configures the public port: everything that must be settled before there is a request to route. */
public final class HttpListener {
    private HttpListener() {}

    /**
     * Sets error bodies, content codings and connection handling of {@code server}'s default socket. The caller sets
     * host, port and routing. Feature discovery is turned off, because the features on the class path would add routes
     * of their own, such as details of the health checks. A caller that wants a feature adds it, on another socket.
     *
     * @param options the contract that the listener uses, among others
     * @param connections the connections that the listener may have; the caller closes them
     */
    public static void configure(
            WebServerConfig.BuilderBase<?, ?> server, HttpOptions options, Connections connections) {
        Dialect dialect = Dialect.of(options.wire());
        DirectHandlers.Builder errors = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            errors.addHandler(type, new ProtocolErrors(dialect));
        }
        server.featuresDiscoverServices(false).directHandlers(errors.build()).contentEncoding(new CodedBodies());
        connections.configure(server, BodyLimit.BYTES);
    }
}
