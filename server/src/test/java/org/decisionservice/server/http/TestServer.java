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
import org.decisionservice.server.Contract;
import org.decisionservice.server.HttpOptions;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.server.admission.MemoryBudget;
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

    TestServer(HttpOptions options) {
        this(options, new ConnectionLimits(1000, Duration.ofSeconds(10), Duration.ofSeconds(60), LeastRate.NONE));
    }

    TestServer(HttpOptions options, ConnectionLimits limits) {
        connections = Connections.within(limits);
        admission =
                new Admission(options.maxConcurrent(), options.perAddress(), options.queue(), MemoryBudget.ofHeap());
        var config = WebServer.builder().host("127.0.0.1").port(0);
        HttpListener.configure(config, options, connections);
        server = config.routing(routing -> HttpRoutes.routing(
                        routing,
                        (chain, request, response) -> chain.proceed(),
                        decisions,
                        options,
                        admission,
                        new RequestWatch(System::nanoTime, List.of(finished::add), List.of())))
                .build()
                .start();
    }

    static TestServer open() {
        return new TestServer(HttpOptions.DEFAULTS);
    }

    static TestServer withKey(String key) {
        return new TestServer(with(Optional.of(key), Contract.DOCUMENT, Duration.ofSeconds(10)));
    }

    static TestServer strict() {
        return new TestServer(with(Optional.empty(), Contract.STRICT, Duration.ofSeconds(10)));
    }

    static TestServer full() {
        return new TestServer(with(Optional.empty(), Contract.FULL, Duration.ofSeconds(10)));
    }

    static TestServer fullWithKey(String key) {
        return new TestServer(with(Optional.of(key), Contract.FULL, Duration.ofSeconds(10)));
    }

    /** A service that OpenAI's clients may ask too. */
    static TestServer decisions(Optional<String> key, Contract contract, int overloadStatus) {
        HttpOptions base = HttpOptions.DEFAULTS;
        return new TestServer(new HttpOptions(
                key,
                base.rootPath(),
                contract,
                true,
                base.jevConfidence(),
                base.headName(),
                1,
                base.maxTokenBudget(),
                Duration.ofSeconds(2),
                base.requestTimeout(),
                base.callers(),
                overloadStatus,
                false,
                Admission.Queue.NONE,
                base.choiceOptions(),
                base.perAddress(),
                base.leastRate()));
    }

    /** A service with a key that serves its pages all the same. */
    static TestServer withKeyAndPages(String key, String rootPath) {
        return new TestServer(with(Optional.of(key), rootPath, 16, true, Admission.Queue.NONE));
    }

    /** A service that admits one request at a time and lets others wait. */
    static TestServer queueing(Admission.Queue queue) {
        return new TestServer(with(Optional.empty(), "", 1, false, queue));
    }

    static HttpOptions with(
            Optional<String> key, String rootPath, int maxConcurrent, boolean docs, Admission.Queue queue) {
        HttpOptions base = HttpOptions.DEFAULTS;
        return new HttpOptions(
                key,
                rootPath,
                base.contract(),
                base.decisions(),
                base.jevConfidence(),
                base.headName(),
                maxConcurrent,
                base.maxTokenBudget(),
                base.bodyReadTimeout(),
                base.requestTimeout(),
                base.callers(),
                base.overloadStatus(),
                docs,
                queue,
                base.choiceOptions(),
                base.perAddress(),
                base.leastRate());
    }

    /** A service that admits two requests of one address. */
    static TestServer sharing() {
        HttpOptions base = HttpOptions.DEFAULTS;
        return new TestServer(new HttpOptions(
                base.apiKey(),
                base.rootPath(),
                base.contract(),
                base.decisions(),
                base.jevConfidence(),
                base.headName(),
                base.maxConcurrent(),
                base.maxTokenBudget(),
                base.bodyReadTimeout(),
                base.requestTimeout(),
                base.callers(),
                base.overloadStatus(),
                base.docs(),
                base.queue(),
                base.choiceOptions(),
                2,
                base.leastRate()));
    }

    static TestServer withBodyTimeout(Duration timeout) {
        return new TestServer(with(Optional.empty(), Contract.DOCUMENT, timeout));
    }

    /** A service that {@code callers} may use. */
    static TestServer allowing(Contract contract, Callers callers) {
        return new TestServer(with(Optional.empty(), contract, Duration.ofSeconds(10), callers));
    }

    /** A service with a key that pages of {@code origin} may use. */
    static TestServer withKeyAllowing(String key, String origin) {
        return new TestServer(with(
                Optional.of(key), Contract.DOCUMENT, Duration.ofSeconds(10), new Callers(Set.of(origin), Set.of())));
    }

    private static HttpOptions with(Optional<String> key, Contract contract, Duration timeout) {
        return with(key, contract, timeout, Callers.NONE);
    }

    private static HttpOptions with(Optional<String> key, Contract contract, Duration timeout, Callers callers) {
        HttpOptions base = HttpOptions.DEFAULTS;
        return new HttpOptions(
                key,
                base.rootPath(),
                contract,
                base.decisions(),
                base.jevConfidence(),
                base.headName(),
                base.maxConcurrent(),
                base.maxTokenBudget(),
                timeout,
                base.requestTimeout(),
                callers,
                base.overloadStatus(),
                false,
                Admission.Queue.NONE,
                base.choiceOptions(),
                base.perAddress(),
                base.leastRate());
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
