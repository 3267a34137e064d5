package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The older and the newer protocol than HTTP/1.1. */
@Timeout(60)
class ProtocolsTest {
    private static final TestServer SERVER = TestServer.withKey("k");
    private static final String BODY = "{\"state\":\"x\",\"questions\":{}}";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static HttpResponse<String> http2(HttpClient client, byte[] body, String key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVER.port() + "/v1/systemone"))
                .header("Authorization", "Bearer " + key)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void http2InCleartext() throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            URI health = URI.create("http://127.0.0.1:" + SERVER.port() + "/health");
            HttpResponse<String> first =
                    client.send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(first.statusCode()).isEqualTo(200);
            HttpResponse<String> decision = http2(client, BODY.getBytes(StandardCharsets.UTF_8), "k");
            assertThat(decision.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(decision.statusCode()).isEqualTo(200);
            assertThat(decision.headers().firstValue("X-Request-Id")).isPresent();
            byte[] full = new byte[Limits.BODY_BYTES];
            Arrays.fill(full, (byte) ' ');
            System.arraycopy(BODY.getBytes(StandardCharsets.UTF_8), 0, full, 0, BODY.length());
            assertThat(http2(client, full, "k").statusCode()).isEqualTo(200);
            assertThat(http2(client, new byte[] {'['}, "k").statusCode()).isEqualTo(400);
            assertThat(http2(client, new byte[] {'['}, "wrong").statusCode()).isEqualTo(401);
        }
    }

    /** A reset that overtakes the answer is a matter of chance, so there are many of each. */
    @Test
    void http2AnswersAreNeverOvertakenByAReset() throws Exception {
        for (int i = 0; i < 40; i++) {
            try (HttpClient client = HttpClient.newHttpClient()) {
                for (String path : new String[] {"/health", "/nowhere"}) {
                    URI uri = URI.create("http://127.0.0.1:" + SERVER.port() + path);
                    assertThat(client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                                    .version())
                            .isEqualTo(HttpClient.Version.HTTP_2);
                }
                assertThat(http2(client, BODY.getBytes(StandardCharsets.UTF_8), "wrong")
                                .statusCode())
                        .isEqualTo(401);
            }
        }
    }

    @Test
    void http10IsAnsweredAndClosed() throws IOException {
        String head = "POST /v1/systemone HTTP/1.0\nAuthorization: Bearer k\n";
        String length = "Content-Length: " + BODY.length() + "\n\n" + BODY;
        for (String host : new String[] {"", "Host: h\n"}) {
            try (RawClient client = SERVER.connect()) {
                RawResponse response = client.send(head + host + length).receive();
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.body()).startsWith("{\"model\":");
                assertThat(client.closedByServer()).isTrue();
            }
        }
        try (RawClient client = SERVER.connect()) {
            assertThat(client.send("GET /health HTTP/1.0\n\n").receive().status())
                    .isEqualTo(200);
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void otherVersionsAreRefusedInOurForm() throws IOException {
        try (RawClient client = SERVER.connect()) {
            RawResponse response =
                    client.send("GET /health HTTP/1.7\nHost: t\n\n").receive();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).startsWith("{\"detail\":");
        }
    }
}
