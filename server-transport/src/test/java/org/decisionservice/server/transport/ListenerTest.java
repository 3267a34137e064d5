// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real listener with only this package in front of it. */
@Timeout(60)
class ListenerTest {
    private static final String GET = "GET /hello HTTP/1.1\nHost: t\n\n";
    private static final byte[] LARGE = new byte[64 * 1024 * 1024];

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final CountDownLatch inHandler = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private int port;

    private void listen(int most, Duration head, Duration idle) {
        Connections connections = Connections.within(new ConnectionLimits(most, head, idle, LeastRate.NONE));
        WebServerConfig.Builder config = WebServer.builder().host("127.0.0.1").port(0);
        connections.configure(config, 1000);
        WebServer server = config.routing(this::routes).build().start();
        port = server.port();
        opened.add(connections);
        opened.add(server::stop);
    }

    private void routes(HttpRouting.Builder routing) {
        routing.get("/hello", (_, response) -> response.send("hello"))
                .get("/large", (_, response) -> response.send(LARGE))
                .get("/pieces", (_, response) -> Sending.send(response, new byte[20_000]))
                .get("/stream", (_, response) -> {
                    try (OutputStream out = response.outputStream()) {
                        out.write(new byte[100_000]);
                    }
                })
                .get("/wait", this::waitForDeparture)
                // Helidon continues after such an answer without having read the body.
                .post(
                        "/unread",
                        (_, response) -> response.header("Connection", "close").send("unread"));
    }

    private void waitForDeparture(ServerRequest request, ServerResponse response) {
        BooleanSupplier departed = Client.of(request)::departed;
        inHandler.countDown();
        Await.until("the client leaves or is let go", () -> departed.getAsBoolean() || goOn.getCount() == 0);
        if (departed.getAsBoolean()) {
            left.countDown();
        }
        response.send("waited");
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        opened.addFirst(socket);
        socket.setSoTimeout(30_000);
        return socket;
    }

    private static Socket send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(Packets.latin1(text));
        return socket;
    }

    /** Reads everything until the server closes the connection. */
    private static String all(Socket socket) throws IOException {
        StringBuilder received = new StringBuilder();
        try {
            for (int b = socket.getInputStream().read();
                    b >= 0;
                    b = socket.getInputStream().read()) {
                received.append((char) b);
            }
        } catch (SocketException _) {
            received.append("(reset)");
        }
        return received.toString();
    }

    /** Whether the connection no longer accepts another byte. */
    private static boolean isRefused(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write('x');
            return false;
        } catch (SocketException _) {
            return true;
        }
    }

    private static String until(Socket socket, String end) throws IOException {
        StringBuilder received = new StringBuilder();
        while (received.indexOf(end) < 0) {
            int b = socket.getInputStream().read();
            assertThat(b).as("after %s", received).isNotNegative();
            received.append((char) b);
        }
        return received.toString();
    }

    @AfterEach
    void close() throws Exception {
        goOn.countDown();
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void aClientSendsMuchInOneRoundTrip() throws Exception {
        listen(100, Duration.ofSeconds(30), Duration.ofSeconds(30));
        try (SocketChannel client = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            client.setOption(StandardSocketOptions.SO_SNDBUF, 4096);
            client.write(ByteBuffer.wrap(Packets.latin1("GET /wait HTTP/1.1\nHost: t\n\n")));
            inHandler.await();
            client.configureBlocking(false);
            // While its request is answered, no more than 16 KiB of what follows is read.
            ByteBuffer more = ByteBuffer.allocate(1024 * 1024);
            Await.until("96 KiB are taken", () -> {
                client.write(more);
                return more.position() >= 96 * 1024;
            });
        }
    }

    @Test
    void theLastPieceOfAnAnswerWaitsForNoAcknowledgement() throws IOException {
        listen(100, Duration.ofSeconds(30), Duration.ofSeconds(30));
        Socket client = connect();
        List<Long> milliseconds = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            long begun = System.nanoTime();
            until(send(client, "GET /pieces HTTP/1.1\nHost: t\n\n"), "\r\n\r\n");
            assertThat(client.getInputStream().readNBytes(20_000)).hasSize(20_000);
            milliseconds.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
        }
        // Linux acknowledges at once at first, and after 40 ms later on, when each answer would take that long.
        assertThat(milliseconds.subList(30, 60)).as("milliseconds of each").anyMatch(each -> each < 20);
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() throws IOException {
        listen(100, Duration.ofSeconds(30), Duration.ofMillis(500));
        assertThat(all(connect())).isEmpty();
        assertThat(all(send(connect(), GET))).startsWith("HTTP/1.1 200 ").endsWith("hello");
    }

    @Test
    void aHeadThatTakesTooLongIsClosed() throws IOException {
        listen(100, Duration.ofMillis(500), Duration.ofSeconds(30));
        Socket socket = send(connect(), "GET /hello HTTP/1.1\nHost: t\nX: ");
        Await.until("a head that drips is closed", () -> isRefused(socket));
        assertThat(all(socket)).isIn("", "(reset)");
    }

    @Test
    void aClientThatNeverReadsItsAnswerIsClosed() throws IOException {
        listen(100, Duration.ofSeconds(30), Duration.ofMillis(500));
        Socket socket = send(connect(), "GET /large HTTP/1.1\nHost: t\n\n");
        Await.until("a client that reads nothing is closed", () -> isRefused(socket));
    }

    @Test
    void idleConnectionsDoNotKeepOthersOut() throws IOException {
        listen(8, Duration.ofSeconds(30), Duration.ofSeconds(30));
        for (int i = 0; i < 12; i++) {
            connect();
        }
        assertThat(until(send(connect(), GET), "hello")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void answersToHeadHaveNoContent() throws IOException {
        listen(100, Duration.ofSeconds(30), Duration.ofSeconds(30));
        for (String path : List.of("/hello", "/large", "/stream", "/none")) {
            String head = "HEAD " + path + " HTTP/1.1\nHost: t\n\n";
            String last = "GET /hello HTTP/1.1\nHost: t\nConnection: close\n\n";
            String answers = all(send(connect(), head + last));
            assertThat(answers.split("HTTP/1.1 ", -1)).as(path).hasSize(3);
            assertThat(answers).contains("\r\n\r\nHTTP/1.1 200 ").endsWith("\r\n\r\nhello");
        }
    }

    @Test
    void anUnreadBodyIsNeverTakenForARequest() throws IOException {
        listen(100, Duration.ofSeconds(30), Duration.ofSeconds(30));
        String sized = "POST /unread HTTP/1.1\nHost: t\nContent-Length: " + Packets.latin1(GET).length + "\n\n";
        String chunked = "POST /unread HTTP/1.1\nHost: t\nTransfer-Encoding: chunked\n\n";
        for (String head : List.of(sized, chunked)) {
            assertThat(all(send(connect(), head + GET))).endsWith("unread");
        }
    }

    /** Java's and JavaScript's clients report a write that fails in place of an answer that they have. */
    @Test
    void whoSendsALargeBodyThatNobodyReadsGetsTheAnswer() throws IOException {
        listen(100, Duration.ofSeconds(30), Duration.ofSeconds(30));
        String body = "x".repeat(16 << 20);
        String chunks = "1f4\n" + "x".repeat(500) + "\n";
        String chunked = "POST /unread HTTP/1.1\nHost: t\nTransfer-Encoding: chunked\n\n";
        for (String request : List.of(
                "POST /unread HTTP/1.1\nHost: t\nContent-Length: " + body.length() + "\n\n" + body,
                chunked + chunks.repeat(20_000) + "0\n\n",
                chunked + "1000000\n" + body + "\n" + chunks + "0\n\n")) {
            assertThat(all(send(connect(), request)))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("unread");
        }
    }

    @Test
    void whoSendsALargeHeadGetsTheRefusal() throws IOException {
        listen(100, Duration.ofSeconds(30), Duration.ofSeconds(30));
        String large = "x".repeat(16 << 20);
        String field = "X: " + "x".repeat(4000) + "\n";
        for (String request : List.of(
                "431 GET /hello HTTP/1.1\nHost: t\n" + field.repeat(4000) + "\n",
                "431 GET /hello HTTP/1.1\nHost: t\nX: " + large + "\n\n",
                "414 GET /" + large + " HTTP/1.1\nHost: t\n\n")) {
            String status = request.substring(0, 4);
            assertThat(all(send(connect(), request.substring(4)))).startsWith("HTTP/1.1 " + status);
        }
    }

    @Test
    void aBodyThatNobodyReadsIsCutOff() throws IOException {
        listen(100, Duration.ofSeconds(30), Duration.ofSeconds(30));
        String head = "POST /unread HTTP/1.1\nHost: t\nContent-Length: 1000000000\n\n";
        Socket endless = send(connect(), head);
        byte[] piece = new byte[1 << 20];
        assertThatExceptionOfType(SocketException.class).isThrownBy(() -> {
            for (int i = 0; i < 128; i++) {
                endless.getOutputStream().write(piece);
            }
        });
        Socket silent = send(connect(), head + "a few bytes");
        assertThat(all(silent)).endsWith("unread");
        Socket dripping = send(connect(), head);
        Await.until("a body that drips is cut off", () -> isRefused(dripping));
        Socket large = send(connect(), "GET /hello HTTP/1.1\nHost: t\nX: " + "x".repeat(20_000));
        Await.until("a large head that drips is cut off", () -> isRefused(large));
    }

    @Test
    void aDepartureIsNoticedWhileARequestIsServed() throws Exception {
        listen(100, Duration.ofSeconds(30), Duration.ofSeconds(30));
        Socket socket = send(connect(), "GET /wait HTTP/1.1\nHost: t\n\n");
        assertThat(inHandler.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(left.getCount()).isEqualTo(1);
        socket.close();
        assertThat(left.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void requestsSentWhileAnotherIsServedAreAnswered() throws Exception {
        listen(100, Duration.ofSeconds(30), Duration.ofSeconds(30));
        Socket socket = send(connect(), "GET /wait HTTP/1.1\nHost: t\n\n");
        assertThat(inHandler.await(1, TimeUnit.MINUTES)).isTrue();
        send(socket, "GET /hel");
        goOn.countDown();
        assertThat(until(socket, "waited")).startsWith("HTTP/1.1 200 ");
        send(socket, "lo HTTP/1.1\nHost: t\n\n" + GET);
        assertThat(until(socket, "hello")).startsWith("HTTP/1.1 200 ");
        assertThat(until(socket, "hello")).startsWith("HTTP/1.1 200 ");
        assertThat(left.getCount()).isEqualTo(1);
    }

    @Test
    void otherProtocolsAreRefusedAtOnce() throws IOException {
        listen(100, Duration.ofSeconds(30), Duration.ofSeconds(30));
        assertThat(all(send(connect(), "PRI * HTTP/2.0\n\nSM\n\n"))).startsWith("HTTP/1.1 505 ");
        Socket tls = connect();
        tls.getOutputStream().write("\u0016\u0003\u0001\u0002".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(all(tls)).startsWith("HTTP/1.1 400 ");
    }
}
