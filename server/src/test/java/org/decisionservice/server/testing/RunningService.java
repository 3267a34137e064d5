// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.decisionservice.server.config.EffectiveSettings;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.server.launch.Home;
import org.decisionservice.server.launch.Service;
import org.decisionservice.testing.GuardedProvider;
import org.decisionservice.testing.Testdata;

/** The real service on a free port, computing in plain Java unless a test configures another engine. */
public final class RunningService implements AutoCloseable {
    private final Service service;
    private final int port;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private RunningService(Service service) {
        this.service = service;
        this.port = service.port();
    }

    /** Starts on the tiny checkpoints without preloading; {@code variables} are added to these settings. */
    public static RunningService start(Map<String, String> variables) {
        // The build creates the distribution here before tests run.
        return start(variables, Path.of("target"));
    }

    /** Starts in the same way, with the engines of {@code distribution}. */
    public static RunningService start(Map<String, String> variables, Path distribution) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "SERVICE_HOST", "127.0.0.1",
                "SERVICE_PORT", "0",
                "SERVICE_CHECKPOINTS", Testdata.tiny().toString(),
                "SERVICE_PRELOAD", "0",
                "SERVICE_PREPARED", "off",
                "SERVICE_ENGINE", GuardedProvider.guarded("reference")));
        environment.putAll(variables);
        Path none = Path.of("none.yaml");
        return new RunningService(Service.start(
                SettingsReader.read(environment, none),
                EffectiveSettings.of(environment, none),
                new Home(distribution)));
    }

    public Service service() {
        return service;
    }

    public int port() {
        return port;
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Sends an empty POST to the operator's port. */
    public HttpResponse<String> operate(String path) throws IOException, InterruptedException {
        URI page = URI.create("http://127.0.0.1:" + service.adminPort().orElseThrow() + path);
        return client.send(
                HttpRequest.newBuilder(page)
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Reads a page of the operator's port, which {@code SERVICE_ADMIN_PORT} has to open. */
    public HttpResponse<String> inspect(String path) throws IOException, InterruptedException {
        URI page = URI.create("http://127.0.0.1:" + service.adminPort().orElseThrow() + path);
        return client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The page of metrics on the operator's port. */
    public String metrics() throws IOException, InterruptedException {
        return inspect("/metrics").body();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    @Override
    public void close() {
        client.close();
        service.close();
    }
}
