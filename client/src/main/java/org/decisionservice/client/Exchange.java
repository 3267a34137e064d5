// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.decisionservice.api.JsonValue;
import org.decisionservice.client.DecisionException.Code;

/**
 * Sends requests to one service, and repeats those that can be answered later. A decision changes nothing, so a request
 * whose answer was lost is repeated as well.
 *
 * @param timeout time that a request may take with all its attempts and pauses
 * @param attempts at least 1
 * @param slots one for each request that may be on the wire at once
 */
record Exchange(URI base, Optional<String> key, Duration timeout, int attempts, Semaphore slots, HttpClient http) {
    /** Most bytes of an answer. */
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final int OK = 200;

    /** A body that arrived, and its headers. */
    record Reply(JsonValue body, HttpHeaders headers) {
        Optional<String> header(String name) {
            return headers.firstValue(name);
        }
    }

    Reply get(String path) {
        return send(request(path).GET());
    }

    Reply post(String path, JsonValue body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body))));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        key.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    private Reply send(HttpRequest.Builder request) {
        long end = System.nanoTime() + timeout.toNanos();
        for (int attempt = 1; ; attempt++) {
            DecisionException failure;
            try {
                HttpResponse<byte[]> response = attempt(request, end);
                if (response.statusCode() == OK) {
                    return reply(response);
                }
                failure = RefusalReader.read(response.statusCode(), response.headers(), response.body());
                if (failure.code() != Code.BUSY) {
                    throw failure;
                }
            } catch (HttpConnectTimeoutException | java.net.ConnectException e) {
                failure = unreachable("the service at " + base + " cannot be reached", e);
            } catch (HttpTimeoutException e) {
                throw late(e);
            } catch (SSLException e) {
                throw unreachable("the service at " + base + " is not trusted: " + e.getMessage(), e);
            } catch (IOException e) {
                failure = unreachable("the service at " + base + " went away before it answered", e);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
            pause(failure, attempt, end);
        }
    }

    private HttpResponse<byte[]> attempt(HttpRequest.Builder request, long end)
            throws IOException, InterruptedException {
        if (!slots.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw new HttpTimeoutException("no request was sent: others of this client took the whole time");
        }
        try {
            return await(
                    http.sendAsync(
                            request.build(),
                            HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MOST_BYTES)),
                    end);
        } finally {
            slots.release();
        }
    }

    /** Waits for a whole answer. The timeout of a request is over, for Java's client, with the head of its answer. */
    private static HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> sent, long end)
            throws IOException, InterruptedException {
        try {
            return sent.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new HttpTimeoutException("the whole answer did not arrive in time");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException(e.getCause());
        } finally {
            // Closes the connection of a request that is not over.
            sent.cancel(true);
        }
    }

    private Reply reply(HttpResponse<byte[]> response) {
        try {
            return new Reply(Json.parse(response.body()), response.headers());
        } catch (IllegalArgumentException e) {
            throw unreadable(e);
        }
    }

    /** The endpoint does not speak this protocol. */
    DecisionException unreadable(IllegalArgumentException e) {
        return new DecisionException(
                Code.UNREADABLE, "what answers at " + base + " is no decision service: " + e.getMessage(), e);
    }

    /** Waits for the next attempt, or throws {@code failure} if there is no other. */
    private void pause(DecisionException failure, int attempt, long end) {
        long growing = FIRST_PAUSE.toNanos() << Math.min(attempt - 1, Integer.SIZE - 1);
        long own = Math.min(growing, LONGEST_PAUSE.toNanos());
        // Clients that were refused together do not come back together.
        long asked = Math.max(own, failure.retryAfter().map(Duration::toNanos).orElse(0L));
        long pause = asked + ThreadLocalRandom.current().nextLong(own);
        if (attempt >= attempts || pause >= end - System.nanoTime()) {
            throw failure;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(pause);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private DecisionException unreachable(String what, IOException e) {
        return new DecisionException(Code.UNREACHABLE, what, e);
    }

    private DecisionException late(IOException e) {
        return new DecisionException(
                Code.TIMED_OUT,
                "no answer from " + base + " within " + timeout.toMillis() + " ms: " + e.getMessage(),
                e);
    }

    private DecisionException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new DecisionException(Code.INTERRUPTED, "interrupted while waiting for " + base, e);
    }
}
