// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.decisionservice.contract.Contract;
import org.decisionservice.mcp.McpProtocol;
import org.decisionservice.server.access.ApiKeys;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.server.admission.MemoryBudget;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.observe.FinishedRequest;
import org.decisionservice.server.observe.RequestWatch;
import org.decisionservice.server.transport.ConnectionLimits;
import org.decisionservice.server.transport.Connections;

/** The public port on a free local port, with fake decisions behind it. */
final class TestServer implements AutoCloseable {
    final FakeDecisions decisions = new FakeDecisions();
    final Admission admission;
    /** What observers have been told so far. */
    final Queue<FinishedRequest> finished = new ConcurrentLinkedQueue<>();

    private final Connections connections;
    private final WebServer server;
    private final Optional<ApiKeys> keys;

    TestServer(HttpOptions options) {
        this(options, new ConnectionLimits(1000, Duration.ofSeconds(10), Duration.ofSeconds(60), new LeastRate(1)));
    }

    TestServer(HttpOptions options, ConnectionLimits limits) {
        connections = Connections.within(limits);
        keys = ApiKeys.of(options.apiKey(), options.keysFile());
        admission = new Admission(
                options.admitting().maxConcurrent(),
                options.admitting().perAddress(),
                options.admitting().queue(),
                MemoryBudget.ofHeap(),
                System::nanoTime);
        var config = WebServer.builder().host("127.0.0.1").port(0);
        HttpListener.configure(config, options, connections);
        server = config.routing(routing -> HttpRoutes.routing(
                        routing,
                        decisions,
                        options,
                        keys,
                        admission,
                        new RequestWatch(System::nanoTime, List.of(finished::add), List.of(), false, Optional.empty()),
                        options.wire().mcp() ? Optional.of(new McpProtocol()) : Optional.empty(),
                        LearnRoute.of(
                                options,
                                () -> {
                                    throw new UnsupportedOperationException("no weights to learn with");
                                },
                                MemoryBudget.ofHeap())))
                .build()
                .start();
    }

    static TestServer open() {
        return new Options().open();
    }

    static TestServer withKey(String key) {
        return new Options().key(key).open();
    }

    static TestServer strict() {
        return new Options().contract(Contract.STRICT).open();
    }

    static TestServer full() {
        return new Options().contract(Contract.FULL).open();
    }

    static TestServer fullWithKey(String key) {
        return new Options().contract(Contract.FULL).key(key).open();
    }

    /** A service with a key that serves its pages all the same. */
    static TestServer withKeyAndPages(String key, String rootPath) {
        return new Options().key(key).rootPath(rootPath).docs().open();
    }

    /** A service that admits one request at a time and lets others wait. */
    static TestServer queueing(Admission.Queue queue) {
        return new Options().atOnce(1, queue).open();
    }

    static TestServer withBodyTimeout(Duration timeout) {
        return new Options().bodyTimeout(timeout).open();
    }

    /** A service that {@code callers} may use. */
    static TestServer allowing(Contract contract, Callers callers) {
        return new Options().contract(contract).callers(callers).open();
    }

    /** A service with a key that pages of {@code origin} may use. */
    static TestServer withKeyAllowing(String key, String origin) {
        return new Options()
                .key(key)
                .callers(new Callers(Set.of(origin), Set.of()))
                .open();
    }

    int port() {
        return server.port();
    }

    RawClient connect() throws IOException {
        return new RawClient(port());
    }

    /** Posts {@code json} to {@code path} on a new connection. */
    RawResponse post(String path, String json) throws IOException {
        try (RawClient client = connect()) {
            return client.post(path, json);
        }
    }

    @Override
    public void close() {
        server.stop();
        connections.close();
    }
}
