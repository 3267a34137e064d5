// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The framing of bodies, and the handling of false framing. */
@Timeout(60)
class FramingTest {
    private static final TestServer SERVER = TestServer.open();
    private static final int CAP = 2 * 1024 * 1024;
    private static final String CHUNKED =
            "POST /v1/systemone HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static byte[] bodyOf(int bytes) {
        byte[] body = new byte[bytes];
        Arrays.fill(body, (byte) ' ');
        byte[] json = "{\"state\":\"x\",\"questions\":{}}".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(json, 0, body, 0, json.length);
        return body;
    }

    private static RawClient sendChunks(RawClient client, byte[] body, int chunk) throws IOException {
        for (int at = 0; at < body.length; at += chunk) {
            int n = Math.min(chunk, body.length - at);
            client.sendUnlessRefused((Integer.toHexString(n) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            client.sendUnlessRefused(Arrays.copyOfRange(body, at, at + n));
            client.sendUnlessRefused(new byte[] {'\r', '\n'});
        }
        return client.sendUnlessRefused("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void exactlyTheCapIsRead() throws IOException {
        try (RawClient client = SERVER.connect()) {
            assertThat(client.post("/v1/systemone", bodyOf(CAP)).status()).isEqualTo(200);
            client.send(CHUNKED);
            assertThat(sendChunks(client, bodyOf(CAP), 60_000).receive().status())
                    .isEqualTo(200);
            client.send(CHUNKED);
            assertThat(sendChunks(client, bodyOf(CAP), CAP).receive().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {60_000, CAP, CAP + 1})
    void chunkedBodiesCannotExceedTheCap(int chunk) throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.send(CHUNKED);
            RawResponse response = sendChunks(client, bodyOf(CAP + 1), chunk).receive();
            assertThat(response.status()).isEqualTo(413);
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void anEndlessBodyIsStoppedAtTheCap() throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.send(CHUNKED);
            assertThat(sendChunks(client, bodyOf(20 * CAP), 1 << 20).receive().status())
                    .isEqualTo(413);
        }
    }

    @Test
    void aHugeAnnouncedChunkIsRefusedBeforeItIsCollected() throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.send(CHUNKED + "7fffffff\n{");
            assertThat(client.receive().status()).isEqualTo(413);
        }
    }

    @Test
    void anEndlessChunkLineIsRefused() throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.send(CHUNKED + "1".repeat(10_000));
            assertThat(client.receive().status()).isIn(400, 413);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"xyz\n{}\n", "-1\n{}\n", "+2\n{}\n0\n\n", "2\n{}xyz\n", "2\n{}\n0\nno colon\n\n"})
    void brokenChunksAreMalformed(String chunks) throws IOException {
        try (RawClient client = SERVER.connect()) {
            RawResponse response = client.send(CHUNKED + chunks).receive();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).startsWith("{\"detail\":");
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void extensionsAndTrailersAreIgnored() throws IOException {
        try (RawClient client = SERVER.connect()) {
            for (int i = 0; i < 2; i++) {
                client.send(CHUNKED
                        + "1c;name=value;quoted=\"a;b\"\n{\"state\":\"x\",\"questions\":{}}\n0;last\nX-Sum: 1\n\n");
                assertThat(client.receive().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void anUnderstatedLengthReadsNoMoreThanItSays() throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.head("POST", "/v1/systemone", 10).sendUnlessRefused(bodyOf(3 * CAP));
            assertThat(client.receive().status()).isEqualTo(400);
            RawResponse second = client.receive();
            assertThat(second.status()).isEqualTo(414);
            assertThat(second.body()).startsWith("{\"detail\":");
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "+2", "abc", "1e3", "2, 2"})
    void lengthsThatAreNoneAreMalformed(String length) throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.send("POST /v1/systemone HTTP/1.1\nHost: localhost\nContent-Length: " + length + "\n\n{}");
            RawResponse response = client.receive();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).startsWith("{\"detail\":");
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2097153, 2097153 bytes announced",
        "9223372036854775808, at least 999999999999999999 bytes announced",
        "99999999999999999999, at least 999999999999999999 bytes announced"
    })
    void lengthsOverTheLimitAreTooLarge(String length, String said) throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.send("POST /v1/systemone HTTP/1.1\nHost: localhost\nContent-Length: " + length + "\n\n{}");
            RawResponse response = client.receive();
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.body())
                    .isEqualTo("{\"detail\":\"request body too large (" + said
                            + " > 2097152); send less, or several requests\"}");
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void aLengthMayHaveLeadingZeros() throws IOException {
        String body = "{\"state\":1,\"questions\":{}}";
        try (RawClient client = SERVER.connect()) {
            client.send("POST /v1/systemone HTTP/1.1\nHost: localhost\nContent-Length: " + "0".repeat(30)
                    + body.length() + "\n\n" + body);
            assertThat(client.receive().status()).isEqualTo(200);
        }
    }

    @Test
    void bodiesOverTheLimitAreCounted() throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.send("POST /v1/systemone HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n300000\n");
            assertThat(client.receive().body())
                    .contains("request body too large (at least 3145728 bytes announced > 2097152)");
        }
        try (RawClient client = SERVER.connect()) {
            client.send("POST /v1/systemone HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n1fffff\n"
                    + " ".repeat(0x1fffff) + "\n8\n12345678\n");
            assertThat(client.receive().body())
                    .contains("request body too large (at least 2097159 bytes counted > 2097152)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip, chunked", "identity", "xchunked"})
    void otherTransferEncodingsEndTheConnection(String encoding) throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.send("POST /v1/systemone HTTP/1.1\nHost: localhost\nTransfer-Encoding: " + encoding + "\n\n"
                    + "GET /health HTTP/1.1\nHost: localhost\n\n");
            RawResponse response = client.receive();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).contains("Transfer-Encoding");
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void aLengthBesideChunksIsIgnoredAndEndsTheConnection() throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.head("POST", "/v1/systemone", 4, "Transfer-Encoding: chunked");
            assertThat(sendChunks(client, bodyOf(100), 60).receive().status()).isEqualTo(200);
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void noBodyAtAllIsEmptyJson() throws IOException {
        try (RawClient client = SERVER.connect()) {
            RawResponse response = client.request("POST", "/v1/systemone");
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).contains("empty");
            assertThat(client.get("/health").status()).isEqualTo(200);
        }
    }

    @Test
    void expectationsAreMetWhenTheBodyIsWanted() throws IOException {
        byte[] body = bodyOf(100);
        try (RawClient client = SERVER.connect()) {
            client.head("POST", "/v1/systemone", body.length, "Expect: 100-continue");
            assertThat(client.receive().status()).isEqualTo(100);
            assertThat(client.send(body).receive().status()).isEqualTo(200);
        }
        try (RawClient client = SERVER.connect()) {
            client.head("POST", "/v1/systemone", CAP + 1, "Expect: 100-continue");
            assertThat(client.receive().status()).isEqualTo(413);
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"NONSENSE\n\n", "GET /health\n\n", "GET /health HTTP/1.1\nno colon\n\n", "P\0ST / HTTP/1.1\n\n"})
    void bytesThatAreNotHttpGetTheUsualErrorForm(String request) throws IOException {
        try (RawClient client = SERVER.connect()) {
            RawResponse response = client.send(request).receive();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.header("Content-Type")).contains("application/json");
            assertThat(response.header("X-Request-Id")).isPresent();
            assertThat(response.body()).startsWith("{\"detail\":");
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void hugeHeadersAreRefusedInOurForm() throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.sendUnlessRefused(
                    ("GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(100_000) + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            RawResponse response = client.receive();
            assertThat(response.status()).isEqualTo(431);
            assertThat(response.body()).contains("too large");
        }
    }
}
