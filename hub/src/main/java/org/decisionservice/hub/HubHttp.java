// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;

/**
 * Sends requests to the hub and to the addresses that it redirects to. Only this class knows the token, which is sent
 * to the scheme, host and port of the configured endpoint and nowhere else.
 */
final class HubHttp implements AutoCloseable {
    private static final int MOST_REDIRECTS = 10;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final URI endpoint;
    private final Optional<String> token;
    private final Duration patience;
    private final HttpClient client;

    /**
     * A request.
     *
     * @param from first byte requested; 0 requests everything
     * @param answer redirects that are the response and are not followed
     */
    record Ask(String method, String path, long from, Predicate<HttpHeaders> answer) {
        static Ask get(String path) {
            return content(path, 0);
        }

        static Ask head(String path, Predicate<HttpHeaders> answer) {
            return new Ask("HEAD", path, 0, answer);
        }

        static Ask content(String path, long from) {
            return new Ask("GET", path, from, _ -> false);
        }
    }

    /** @param patience longest time without any data */
    HubHttp(Hub.Settings settings, Duration patience) {
        this.endpoint = settings.endpoint();
        this.token = settings.token();
        this.patience = patience;
        // One connection per file, because files on a shared connection would share its flow control.
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT);
        settings.proxies().ifPresent(builder::proxy);
        this.client = builder.build();
    }

    boolean hasToken() {
        return token.isPresent();
    }

    /** The host of the hub, for messages. */
    String host() {
        return endpoint.getAuthority();
    }

    /**
     * Sends {@code ask} and follows redirects. A response may have any status.
     *
     * @param received number of bytes received; as long as it grows, the request does not time out
     * @throws TransientException if there was no response, or its body was cut off
     * @throws HubException if a body exceeds its {@linkplain BoundedBody limit}, or there are too many redirects
     */
    <T> HttpResponse<T> send(Ask ask, HttpResponse.BodyHandler<T> body, LongSupplier received)
            throws TransientException, InterruptedException {
        URI uri = URI.create(endpoint + ask.path());
        for (int hops = 0; hops <= MOST_REDIRECTS; hops++) {
            HttpResponse<T> response = await(client.sendAsync(request(ask, uri), body), ask, uri.getHost(), received);
            Optional<String> location = response.headers().firstValue("Location");
            if (response.statusCode() / 100 != 3
                    || location.isEmpty()
                    || ask.answer().test(response.headers())) {
                return response;
            }
            uri = resolve(uri, location.get());
        }
        throw useless("redirects more than " + MOST_REDIRECTS + " times for " + ask.path());
    }

    private HttpRequest request(Ask ask, URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .method(ask.method(), HttpRequest.BodyPublishers.noBody())
                .header("User-Agent", "decision-service")
                // Lengths and ranges must refer to the file, not to a compressed form of it.
                .header("Accept-Encoding", "identity");
        if (ask.from() > 0) {
            request.header("Range", "bytes=" + ask.from() + "-");
        }
        token.filter(_ -> isHub(uri)).ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request.build();
    }

    private URI resolve(URI from, String location) throws TransientException {
        try {
            URI next = from.resolve(location);
            String scheme = scheme(next);
            if (next.getHost() != null && (scheme.equals("https") || scheme.equals(scheme(endpoint)))) {
                return next;
            }
        } catch (IllegalArgumentException _) {
            // Reported below, like any other address that cannot be followed.
        }
        throw new TransientException("it redirects to an address that is not followed");
    }

    private boolean isHub(URI uri) {
        return scheme(uri).equals(scheme(endpoint))
                && endpoint.getHost().equalsIgnoreCase(uri.getHost())
                && port(uri) == port(endpoint);
    }

    private static String scheme(URI uri) {
        return String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : scheme(uri).equals("https") ? 443 : 80;
    }

    private <T> T await(CompletableFuture<T> exchange, Ask ask, String host, LongSupplier received)
            throws TransientException, InterruptedException {
        while (true) {
            long before = received.getAsLong();
            try {
                return exchange.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException _) {
                if (received.getAsLong() == before) {
                    exchange.cancel(true);
                    throw new TransientException(host + ": nothing arrived for " + patience.toMillis() / 1000.0 + " s");
                }
            } catch (InterruptedException e) {
                exchange.cancel(true);
                throw e;
            } catch (ExecutionException | CancellationException e) {
                for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                    if (cause instanceof Error error) {
                        // An error of the virtual machine is not a failed connection, but the client wraps both in the
                        // same way.
                        throw error;
                    }
                    if (cause instanceof BoundedBody.ExceededException || cause instanceof Coding.UnknownException) {
                        throw useless("sends " + cause.getMessage() + " for " + ask.path());
                    }
                }
                throw new TransientException(host + ": " + reason(e.getCause() == null ? e : e.getCause()));
            }
        }
    }

    /** An exception that is not retried, because the answer would be the same. */
    private HubException useless(String problem) {
        return new HubException(
                HubException.Reason.UNUSABLE, host() + " " + problem + "; check HF_ENDPOINT and the proxy");
    }

    /** Aborts all requests in progress. */
    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }

    private static String reason(Throwable e) {
        String said = e.getMessage() == null ? "" : " (" + e.getMessage() + ")";
        return switch (e) {
            case ConnectException _ -> "cannot be reached" + said;
            case HttpTimeoutException _ -> "did not answer in time";
            case SSLException _ -> "no secure connection" + said;
            case IOException _ -> "the connection broke" + said;
            default -> "no usable answer" + said;
        };
    }
}
