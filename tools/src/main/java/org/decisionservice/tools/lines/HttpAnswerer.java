// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.decisionservice.contract.json.Json;
import org.decisionservice.host.ConfigurationException;

/** Asks a running service, over a few connections at once. */
public final class HttpAnswerer implements LineAnswerer {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int TRIES = 8;

    /** Most bytes of an answer. */
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final int MALFORMED = 400;

    /** The service is busy, starting or stopping: the same request may be answered later. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429, 502, 503, 504);

    /** The service failed, not the line. */
    private static final Set<Integer> NEVER = Set.of(401, 403, 404, 405);

    private final URI route;
    private final Optional<String> key;
    private final Duration patience;
    private final ExecutorService connections;
    private final HttpClient client;

    /**
     * Prepares to ask the service at {@code url}, such as {@code http://127.0.0.1:8000}.
     *
     * @param connections how many requests wait for an answer at once, at least 1
     */
    public HttpAnswerer(String url, Optional<String> key, int connections) {
        this(url, key, connections, PATIENCE);
    }

    /** {@code patience} is the time that a whole answer may take. */
    HttpAnswerer(String url, Optional<String> key, int connections, Duration patience) {
        String base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        try {
            this.route = URI.create(base + "/v1/systemone");
            HttpRequest.newBuilder(route);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    "--url: it takes an address such as http://127.0.0.1:8000: " + e.getMessage());
        }
        if (key.stream().flatMapToInt(String::chars).anyMatch(c -> c < ' ' || c > '~')) {
            throw new ConfigurationException("--url: the key has a character outside of printable ASCII, which this"
                    + " command cannot send; set another key");
        }
        this.key = key;
        this.patience = patience;
        this.connections =
                Executors.newFixedThreadPool(connections, Thread.ofVirtual().factory());
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    @Override
    public Supplier<AnsweredLine> begin(byte[] request, long length) {
        if (length > request.length) {
            AnsweredLine refused = new AnsweredLine(detail("request body too large (" + length + " bytes)"), true);
            return () -> refused;
        }
        Future<AnsweredLine> asked = connections.submit(() -> ask(request));
        return () -> await(asked);
    }

    /** Another process does not say which weights it has to whoever has a key. */
    @Override
    public Map<String, String> revisions() {
        return Map.of();
    }

    private AnsweredLine ask(byte[] request) throws InterruptedException {
        Duration pause = FIRST_PAUSE;
        String reason = "";
        for (int attempt = 0; attempt < TRIES; attempt++) {
            if (attempt > 0) {
                Thread.sleep(pause);
                pause = pause.multipliedBy(2);
            }
            try {
                HttpResponse<byte[]> response = await(client.sendAsync(
                        request(request),
                        HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MOST_BYTES)));
                if (NEVER.contains(response.statusCode())) {
                    throw new ConfigurationException("--url: " + route + " answers with status " + response.statusCode()
                            + ": " + text(response.body()));
                }
                if (!LATER.contains(response.statusCode())) {
                    return reply(response);
                }
                reason = "status " + response.statusCode();
            } catch (IOException e) {
                reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            }
        }
        throw ConfigurationException.forNow("--url: " + route + " does not answer (" + reason
                + "); the same command goes on from here when it does");
    }

    /** Waits for a whole answer: Java's own timeout ends with the head of an answer. */
    private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> sent)
            throws IOException, InterruptedException {
        try {
            return sent.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new IOException("the whole answer did not arrive within " + patience.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            sent.cancel(true);
        }
    }

    private HttpRequest request(byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(route)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        key.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request.build();
    }

    private static AnsweredLine reply(HttpResponse<byte[]> response) {
        boolean failed = response.statusCode() >= MALFORMED;
        String body = text(response.body());
        if (body.startsWith("{") && body.endsWith("}")) {
            return new AnsweredLine(body.getBytes(StandardCharsets.UTF_8), failed);
        }
        return new AnsweredLine(detail("status " + response.statusCode() + " without a JSON object"), true);
    }

    /** JSON has line breaks only between its tokens. */
    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8)
                .strip()
                .replace('\n', ' ')
                .replace('\r', ' ');
    }

    private static byte[] detail(String text) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("detail", text);
            out.writeEndObject();
        });
    }

    private static AnsweredLine await(Future<AnsweredLine> asked) {
        try {
            return asked.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for an answer");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        connections.shutdownNow();
        client.shutdownNow();
    }
}
