// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.decisionservice.testing.Await;

/** Runs {@code java -jar decision-service.jar} with its own environment. */
public final class ServiceProcess implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("Try it:(?:\\s|\\\\n)+curl -s (http://\\S+)/v1/systemone");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Process process;
    private final Path output;
    private final Path errors;
    private final HttpClient client = client(HttpClient.Version.HTTP_1_1);
    private String url = "";

    private ServiceProcess(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    /** Starts on a free port and waits until it listens. */
    public static ServiceProcess start(Path workingDirectory, Map<String, String> variables)
            throws IOException, InterruptedException {
        return start(distribution(), workingDirectory, variables);
    }

    /** Like {@link #start(Path, Map)}, from another installation. */
    public static ServiceProcess start(Path home, Path workingDirectory, Map<String, String> variables)
            throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(Map.of("SERVICE_HOST", "127.0.0.1", "SERVICE_PORT", "0"));
        environment.putAll(variables);
        ServiceProcess service = launch(home, workingDirectory, environment);
        try {
            service.url = Await.value("the service shows its address", service::shownUrl);
            return service;
        } catch (AssertionError e) {
            service.close();
            throw new AssertionError("the service did not start:\n" + service.errors(), e);
        }
    }

    /** Returns the address in the banner, if the banner has been printed. */
    private Optional<String> shownUrl() throws IOException {
        // Checked first: if the process has ended by now, its output is complete.
        boolean alive = process.isAlive();
        Matcher matcher = URL.matcher(errors());
        if (matcher.find()) {
            return Optional.of(matcher.group(1));
        }
        if (!alive) {
            throw new AssertionError("the process has ended");
        }
        return Optional.empty();
    }

    /**
     * The beginning of a command line: this JDK, without the compiler and the collector that only pay in a process that
     * lives longer than these do.
     */
    public static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC");
    }

    /** The installation that the build created. */
    public static Path distribution() {
        return Path.of(Objects.requireNonNull(System.getProperty("distribution")));
    }

    /** Starts the process without waiting. */
    public static ServiceProcess launch(Path workingDirectory, Map<String, String> variables, String... arguments)
            throws IOException {
        return launch(distribution(), workingDirectory, variables, arguments);
    }

    /** Like {@link #launch(Path, Map, String...)}, from another installation. */
    public static ServiceProcess launch(
            Path home, Path workingDirectory, Map<String, String> variables, String... arguments) throws IOException {
        Path output = Files.createTempFile("service", ".stdout");
        Path errors = Files.createTempFile("service", ".stderr");
        // Not when it is closed: tests read what a process printed after its end.
        output.toFile().deleteOnExit();
        errors.toFile().deleteOnExit();
        Path jar = home.resolve("decision-service.jar");
        ProcessBuilder builder = new ProcessBuilder(java().toArray(String[]::new));
        builder.command().addAll(List.of("-jar", jar.toString()));
        builder.command().addAll(List.of(arguments));
        builder.directory(workingDirectory.toFile());
        builder.redirectOutput(output.toFile()).redirectError(errors.toFile());
        builder.environment()
                .keySet()
                .removeIf(name ->
                        name.startsWith("SERVICE_") || name.startsWith("HF_") || name.equals("JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(variables);
        return new ServiceProcess(builder.start(), output, errors);
    }

    /** The standard output so far. */
    public String output() throws IOException {
        return Files.readString(output);
    }

    /** The standard error so far. */
    public String errors() throws IOException {
        return Files.readString(errors);
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(postRequest(path, body), HttpResponse.BodyHandlers.ofString());
    }

    /** Posts with a separate client that prefers {@code version} and already has a connection. */
    public CompletableFuture<HttpResponse<String>> postAsync(HttpClient.Version version, String path, String body)
            throws IOException, InterruptedException {
        HttpClient own = client(version);
        own.send(HttpRequest.newBuilder(URI.create(url + "/health")).build(), HttpResponse.BodyHandlers.discarding());
        return own.sendAsync(postRequest(path, body), HttpResponse.BodyHandlers.ofString())
                .whenComplete((response, failure) -> own.shutdown());
    }

    private static HttpClient client(HttpClient.Version version) {
        return HttpClient.newBuilder().version(version).build();
    }

    private HttpRequest postRequest(String path, String body) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** The address at which it listens, such as {@code http://127.0.0.1:8000}; empty before it does. */
    public String url() {
        return url;
    }

    /** Sends SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    /** Waits for the end and returns the exit status. */
    public int exitStatus() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("the process does not end");
        }
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        client.shutdownNow();
        client.close();
        process.onExit().join();
    }
}
