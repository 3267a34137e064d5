// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing.hub;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/** A hub and its content network, on two ports of this machine. */
public final class StandInHub implements AutoCloseable {
    private static final int CHUNK_BYTES = 8 * 1024;

    /** An endless body stops after this many bytes: a client that reads them all has failed its test. */
    private static final long ENDLESS = 100_000_000;

    private final Map<String, HubContent> repos = new ConcurrentHashMap<>();
    private final Map<String, Deque<Fault>> faults = new ConcurrentHashMap<>();
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer hub;
    private final HttpServer cdn;
    private volatile Consumer<Exchange> listener = _ -> {};
    private volatile String token = "";
    private volatile long bytesPerSecond = Long.MAX_VALUE;

    public StandInHub() throws IOException {
        hub = server(this::hub);
        cdn = server(this::cdn);
    }

    private static HttpServer server(HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", handler);
        server.start();
        return server;
    }

    public HubContent repo(String name) {
        return repos.computeIfAbsent(name, HubContent::new);
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + hub.getAddress().getPort());
    }

    /** From now on, requires this token for every request. */
    public void require(String secret) {
        token = secret;
    }

    /** Sets how fast content is sent on one connection. */
    public void throttle(long rate) {
        bytesPerSecond = rate;
    }

    /**
     * Makes the next exchanges whose server and path contain {@code part}, such as {@code "cdn /"}, fail in these ways.
     */
    public void fail(String part, Fault... next) {
        faults.computeIfAbsent(part, _ -> new ConcurrentLinkedDeque<>()).addAll(List.of(next));
    }

    public List<Exchange> exchanges() {
        return exchanges;
    }

    /** Sets a listener for exchanges, called as each one ends. */
    public void listen(Consumer<Exchange> ear) {
        listener = ear;
    }

    /** Bytes of content sent since the last {@link #forget()}. */
    public long bytesSent() {
        return exchanges.stream().mapToLong(Exchange::bytes).sum();
    }

    public void forget() {
        exchanges.clear();
    }

    private Optional<Fault> fault(String server, String path) {
        return faults.entrySet().stream()
                .filter(entry -> (server + " " + path).contains(entry.getKey()))
                .flatMap(entry -> Optional.ofNullable(entry.getValue().poll()).stream())
                .findFirst();
    }

    private void hub(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        Optional<Fault> fault = fault("hub", path);
        if (fault.isPresent() && fault.get() instanceof Fault.Answer(int status, Map<String, String> headers)) {
            answer(exchange, "hub", status, headers, "");
            return;
        }
        String sent = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("");
        if (!token.isEmpty() && !sent.equals("Bearer " + token)) {
            answer(exchange, "hub", sent.isEmpty() ? 401 : 403, Map.of(), "");
            return;
        }
        String[] parts = path.substring(1).split("/", 6);
        if (path.startsWith("/api/models/") && parts.length >= 4) {
            model(exchange, parts, fault);
        } else if (path.startsWith("/api/resolve-cache/models/")) {
            String[] cached = path.split("/", 8);
            HubContent repo = repo(cached[4] + "/" + cached[5]);
            content(
                    exchange,
                    "hub",
                    Objects.requireNonNull(repo.files(cached[6]).get(decoded(cached[7]))),
                    fault);
        } else if (parts.length >= 5 && parts[2].equals("resolve")) {
            resolve(exchange, path.substring(1).split("/", 5), fault);
        } else {
            answer(exchange, "hub", 404, Map.of(), "");
        }
    }

    /** {@code /api/models/owner/name[/revision|tree/rev]}. */
    private void model(HttpExchange exchange, String[] parts, Optional<Fault> fault) throws IOException {
        HubContent repo = repos.get(parts[2] + "/" + parts[3]);
        if (repo == null) {
            answer(exchange, "hub", 404, Map.of("X-Error-Code", "RepoNotFound"), "");
            return;
        }
        Optional<String> commit = repo.commit(parts.length < 6 ? "main" : decoded(parts[5]));
        if (commit.isEmpty()) {
            answer(exchange, "hub", 404, Map.of("X-Error-Code", "RevisionNotFound"), "");
            return;
        }
        if (fault.isPresent() && fault.get() instanceof Fault.Endless) {
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            out.write(("{\"sha\": \"" + commit.get() + "\", \"siblings\": [").getBytes(StandardCharsets.UTF_8));
            record(exchange, "hub", 200, pour(out, "{\"rfilename\": \"tokenizer/file.json\"},"));
            exchange.close();
            return;
        }
        boolean gzip = fault.filter(Fault.Gzipped.class::isInstance).isPresent();
        Map<String, String> json = gzip
                ? Map.of("Content-Type", "application/json", "Content-Encoding", "gzip")
                : Map.of("Content-Type", "application/json");
        if (parts.length > 4 && parts[4].equals("tree")) {
            answer(
                    exchange,
                    "hub",
                    200,
                    json,
                    repo.files(commit.get()).entrySet().stream()
                            .map(file -> file.getValue().listed(file.getKey()))
                            .collect(Collectors.joining(",", "[", "]")));
            return;
        }
        answer(
                exchange,
                "hub",
                200,
                json,
                repo.files(commit.get()).keySet().stream()
                        .map(path -> "{\"rfilename\": \"" + path + "\"}")
                        .collect(Collectors.joining(
                                ",",
                                "{\"id\": \"" + repo.repo() + "\", \"private\": false, \"tags\": [\"x\"], \"sha\": \""
                                        + commit.get() + "\", \"siblings\": [",
                                "]}")));
    }

    /**
     * {@code owner/name/resolve/rev/path}. Large files are in the content network, others under another path of this
     * server.
     */
    private void resolve(HttpExchange exchange, String[] parts, Optional<Fault> fault) throws IOException {
        HubContent repo = repo(parts[0] + "/" + parts[1]);
        Optional<String> commit = repo.commit(decoded(parts[3]));
        Optional<HubContent.Blob> blob = commit.map(c -> repo.files(c).get(decoded(parts[4])));
        if (blob.isEmpty()) {
            String code = commit.isEmpty() ? "RevisionNotFound" : "EntryNotFound";
            answer(exchange, "hub", 404, Map.of("X-Error-Code", code), "");
            return;
        }
        HubContent.Blob found = blob.get();
        String elsewhere = found.large()
                ? "http://127.0.0.1:" + cdn.getAddress().getPort() + "/" + parts[0] + "/" + parts[1] + "/"
                        + found.etag() + "?signature=x"
                : "/api/resolve-cache/models/" + parts[0] + "/" + parts[1] + "/" + commit.get() + "/" + parts[4];
        Map<String, String> headers = new HashMap<>(Map.of(
                "Location",
                elsewhere,
                "X-Repo-Commit",
                commit.get(),
                "X-Linked-Etag",
                "\"" + found.etag() + "\"",
                "X-Linked-Size",
                Integer.toString(found.bytes().length)));
        if (fault.isPresent() && fault.get() instanceof Fault.Announce(String size)) {
            headers.put("X-Linked-Size", size);
        } else if (fault.isPresent() && fault.get() instanceof Fault.Unannounced) {
            headers.remove("X-Linked-Size");
        }
        answer(exchange, "hub", found.large() ? 302 : 307, headers, "");
    }

    private void cdn(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        String[] parts = path.split("/", -1);
        Optional<Fault> fault = fault("cdn", path);
        if (fault.isPresent() && fault.get() instanceof Fault.Answer(int status, Map<String, String> headers)) {
            answer(exchange, "cdn", status, headers, "");
        } else {
            content(
                    exchange,
                    "cdn",
                    repo(parts[1] + "/" + parts[2]).blob(parts[3]).orElseThrow(),
                    fault);
        }
    }

    private void content(HttpExchange exchange, String server, HubContent.Blob blob, Optional<Fault> fault)
            throws IOException {
        byte[] bytes = blob.bytes().clone();
        Optional<String> range = Optional.ofNullable(
                        exchange.getRequestHeaders().getFirst("Range"))
                .filter(_ -> fault.filter(Fault::ignoresRanges).isEmpty());
        int from = range.map(r -> Integer.parseInt(r.replaceAll("bytes=(\\d+)-.*", "$1")))
                .orElse(0);
        int status = range.isEmpty() ? 200 : from < bytes.length ? 206 : 416;
        int end = bytes.length;
        boolean stall = false;
        boolean endless = false;
        if (fault.isPresent()) {
            switch (fault.get()) {
                case Fault.Cut(int after) -> end = Math.min(end, from + after);
                case Fault.Restart(int after) -> end = Math.min(end, after);
                case Fault.Stall(int after) -> {
                    end = Math.min(end, from + after);
                    stall = true;
                }
                case Fault.Corrupt() -> bytes[from + (end - from) / 2] ^= 1;
                case Fault.Endless() -> endless = true;
                case Fault.Gzipped() -> {
                    bytes = gzipped(bytes);
                    end = bytes.length;
                    exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                }
                case Fault.GzippedStall(int after) -> {
                    bytes = gzipped(bytes);
                    end = after;
                    stall = true;
                    exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                }
                case Fault.Coded(String coding) -> exchange.getResponseHeaders().set("Content-Encoding", coding);
                case Fault.NoRanges(), Fault.Chunked(), Fault.Answer _, Fault.Announce _, Fault.Unannounced() -> {}
            }
        }
        exchange.getResponseHeaders().set("ETag", "\"" + blob.etag() + "\"");
        if (server.equals("hub")) {
            exchange.getResponseHeaders()
                    .set("X-Repo-Commit", exchange.getRequestURI().getPath().split("/", -1)[6]);
        }
        exchange.getResponseHeaders()
                .set("Content-Range", "bytes " + from + "-" + (bytes.length - 1) + "/" + bytes.length);
        if (exchange.getRequestMethod().equals("HEAD") || status == 416) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(bytes.length));
            exchange.sendResponseHeaders(status, -1);
            record(exchange, server, status, 0);
            exchange.close();
            return;
        }
        boolean chunked =
                endless || fault.filter(Fault.Chunked.class::isInstance).isPresent();
        exchange.sendResponseHeaders(status, chunked ? 0 : bytes.length - from);
        int sent = from;
        long more = 0;
        boolean recorded = false;
        try (OutputStream out = exchange.getResponseBody()) {
            while (sent < end) {
                int chunk = Math.min(CHUNK_BYTES, end - sent);
                if (sent + chunk == end && !endless) {
                    // Recorded before the last byte, because a client that has it may query the exchanges at once.
                    record(exchange, server, status, end - from);
                    recorded = true;
                }
                out.write(bytes, sent, chunk);
                out.flush();
                sent += chunk;
                sleep(chunk * 1_000_000_000L / bytesPerSecond);
            }
            if (stall) {
                closed.await(1, TimeUnit.MINUTES);
            }
            if (endless) {
                more = pour(out, "x".repeat(CHUNK_BYTES));
            }
        } catch (IOException | InterruptedException _) {
            // The client disconnected, or the fault withholds the rest.
        } finally {
            if (!recorded) {
                record(exchange, server, status, sent - from + more);
            }
            exchange.close();
        }
        if (sent < bytes.length) {
            // This server closes the connection of an unfinished body only if the handler fails.
            throw new IOException("cut off");
        }
    }

    private static byte[] gzipped(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    /** Writes {@code text} repeatedly, and returns the number of bytes written when the client disconnected. */
    private static long pour(OutputStream out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long poured = 0;
        try {
            while (poured < ENDLESS) {
                out.write(bytes);
                poured += bytes.length;
            }
        } catch (IOException _) {
            // The client disconnected.
        }
        return poured;
    }

    private static void sleep(long nanos) throws InterruptedException {
        if (nanos > 0) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
    }

    private void answer(HttpExchange exchange, String server, int status, Map<String, String> headers, String body)
            throws IOException {
        headers.forEach(exchange.getResponseHeaders()::set);
        byte[] plain = body.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = headers.containsKey("Content-Encoding") ? gzipped(plain) : plain;
        boolean bodiless = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
        record(exchange, server, status, 0);
        exchange.sendResponseHeaders(status, bodiless ? -1 : bytes.length);
        if (!bodiless) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private void record(HttpExchange exchange, String server, int status, long bytes) {
        var headers = exchange.getRequestHeaders();
        Exchange done = new Exchange(
                server,
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath(),
                Optional.ofNullable(headers.getFirst("Authorization")),
                Optional.ofNullable(headers.getFirst("Range")),
                status,
                bytes);
        exchanges.add(done);
        listener.accept(done);
    }

    private static String decoded(String segment) {
        return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        closed.countDown();
        hub.stop(0);
        cdn.stop(0);
    }
}
