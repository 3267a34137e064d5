// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Protocols older and newer than HTTP/1.1, and the ways in which requests may be written. */
@Timeout(60)
class ProtocolsTest {
    private static final TestServer SERVER = TestServer.withKey("k");
    private static final String BODY = "{\"state\":\"x\",\"questions\":{}}";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static void healthy(RawClient client) throws IOException {
        assertThat(client.get("/health").status()).isEqualTo(200);
    }

    @Test
    void clientsThatWouldSpeakHttp2GetHttp11() throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            URI uri = URI.create("http://127.0.0.1:" + SERVER.port() + "/v1/systemone");
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .header("Authorization", "Bearer k")
                    .POST(HttpRequest.BodyPublishers.ofString(BODY))
                    .build();
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> decision = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertThat(decision.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
                assertThat(decision.statusCode()).isEqualTo(200);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"AAMAAABkAAQAAP__", "!!!"})
    void anUpgradeToHttp2IsNotTaken(String settings) throws IOException {
        try (RawClient client = SERVER.connect()) {
            RawResponse response = client.get(
                    "/health", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: " + settings);
            assertThat(response.status()).isEqualTo(200);
            healthy(client);
        }
    }

    @Test
    void http2WithoutAskingIsRefused() throws IOException {
        try (RawClient client = SERVER.connect()) {
            RawResponse response = client.send("PRI * HTTP/2.0\n\nSM\n\n").receive();
            assertThat(response.status()).isEqualTo(505);
            assertThat(response.body()).isEqualTo("{\"detail\":\"use HTTP/1.1\"}");
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void http10IsAnsweredAndClosed() throws IOException {
        String head = "POST /v1/systemone HTTP/1.0\nAuthorization: Bearer k\n";
        String length = "Content-Length: " + BODY.length() + "\n\n" + BODY;
        for (String host : new String[] {"", "Host: localhost\n"}) {
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
                    client.send("GET /health HTTP/1.7\nHost: localhost\n\n").receive();
            assertThat(response.status()).isEqualTo(505);
            assertThat(response.body()).startsWith("{\"detail\":");
        }
    }

    @Test
    void http10MayComeInAnyPacketsAndAskToStay() throws IOException {
        try (RawClient client = SERVER.connect()) {
            client.send("GET /health HT").send("TP/1.0\nConnection: keep-alive\n\n");
            RawResponse response = client.receive();
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Connection")).contains("close");
            assertThat(client.closedByServer()).isTrue();
        }
    }

    @Test
    void absoluteTargetsNameTheirPath() throws IOException {
        try (RawClient client = SERVER.connect()) {
            assertThat(client.get("http://decisions.example:8000/health").status())
                    .isEqualTo(200);
            RawResponse decision =
                    client.post("HTTP://decisions.example/v1/systemone", BODY, "Authorization: Bearer k");
            assertThat(decision.status()).isEqualTo(200);
            assertThat(client.get("http://decisions.example").status()).isEqualTo(404);
            healthy(client);
        }
    }

    @Test
    void methodsAreCaseSensitive() throws IOException {
        try (RawClient client = SERVER.connect()) {
            for (String method : new String[] {"get", "Get", "BREW", "POST"}) {
                RawResponse response = client.request(method, "/health");
                assertThat(response.status()).as(method).isEqualTo(405);
                assertThat(response.header("Allow")).contains("GET, HEAD");
            }
            healthy(client);
        }
        try (RawClient client = SERVER.connect()) {
            RawResponse response = client.request("post", "/v1/systemone", "Authorization: Bearer k");
            assertThat(response.status()).isEqualTo(405);
            assertThat(response.header("Allow")).contains("POST");
        }
    }

    @Test
    void closeIsUnderstoodInAnyCaseAndCompany() throws IOException {
        for (String connection : new String[] {"close", "Close", "foo, close"}) {
            try (RawClient client = SERVER.connect()) {
                RawResponse response = client.get("/health", "Connection: " + connection);
                assertThat(response.header("Connection")).contains("close");
                assertThat(client.closedByServer()).isTrue();
            }
        }
    }
}
