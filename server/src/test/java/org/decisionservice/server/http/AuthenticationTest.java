// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticationTest {
    private static final TestServer SERVER = TestServer.withKey("s3cret-key");
    private static final TestServer UNICODE = TestServer.withKey("clé-密");
    private static final String BODY = "{\"state\":\"x\",\"questions\":{}}";

    @AfterAll
    static void stop() {
        SERVER.close();
        UNICODE.close();
    }

    private static RawResponse post(TestServer server, String... headers) throws IOException {
        try (RawClient client = server.connect()) {
            return client.post("/v1/systemone", BODY, headers);
        }
    }

    @Test
    void theKeyOpens() throws IOException {
        assertThat(post(SERVER, "Authorization: Bearer s3cret-key").status()).isEqualTo(200);
        assertThat(post(SERVER, "authorization:Bearer s3cret-key  ").status()).isEqualTo(200);
        assertThat(post(SERVER, "Authorization: bearer s3cret-key").status()).isEqualTo(200);
        assertThat(post(SERVER, "Authorization: BEARER s3cret-key").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Api-Key: s3cret-key",
                "Authorization: bearer S3cret-key",
                "Authorization: Bearer s3cret-key, Bearer s3cret-key",
                "Authorization: Bearer  s3cret-key",
                "Authorization: Bearer S3CRET-KEY",
                "Authorization: s3cret-key",
                "Authorization: Bearer",
                "Authorization: ",
                "Authorization: Bearer s3cret-keyÿ",
                "Authorization: Bearer sécret",
                "Authorization: Basic czNjcmV0LWtleQ=="
            })
    void nothingElseDoes(String header) throws IOException {
        RawResponse response = post(SERVER, header);
        assertThat(response.status()).isEqualTo(401);
        assertThat(response.body()).isEqualTo("{\"detail\":\"invalid or missing bearer token\"}");
        assertThat(response.header("WWW-Authenticate").orElseThrow()).startsWith("Bearer error");
        assertThat(SERVER.decisions.asked())
                .noneMatch(request -> request.states().isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Accept: */*|error_description=\"send the header Authorization: Bearer <key>\"",
                "Authorization: |error_description=\"send the header Authorization: Bearer <key>\"",
                "x-api-key: s3cret-key|error_description=\"X-API-Key is not read; send the header Authorization: Bearer"
                        + " <key>\"",
                "Authorization: s3cret-key|error=\"invalid_request\", error_description=\"Authorization lacks the word"
                        + " Bearer; send the header Authorization: Bearer <key>\"",
                "Authorization: bearer wrong|error=\"invalid_token\", error_description=\"the key after Bearer is not"
                        + " this service's\""
            })
    void aRefusalSaysWhatToSend(String header, String said) throws IOException {
        assertThat(post(SERVER, header).header("WWW-Authenticate")).contains("Bearer " + said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrong", "s3cret-key"})
    void twoHeadersAreRefusedWhateverTheySay(String second) throws IOException {
        for (String first : new String[] {"s3cret-key", "wrong"}) {
            RawResponse response = post(SERVER, "Authorization: Bearer " + first, "authorization: Bearer " + second);
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).isEqualTo("{\"detail\":\"Authorization must be sent once\"}");
        }
        try (TestServer full = TestServer.fullWithKey("s3cret-key");
                RawClient client = full.connect()) {
            assertThat(client.get("/v1/models", "Authorization: Bearer s3cret-key", "Authorization: Bearer " + second)
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void aKeyMayHoldAComma() throws IOException {
        try (TestServer server = TestServer.withKey("a,b")) {
            assertThat(post(server, "Authorization: Bearer a,b").status()).isEqualTo(200);
            assertThat(post(server, "Authorization: Bearer a").status()).isEqualTo(401);
        }
    }

    @Test
    void keysBeyondAsciiMatchAsUtf8() throws IOException {
        assertThat(post(UNICODE, "Authorization: Bearer clé-密").status()).isEqualTo(200);
        assertThat(post(UNICODE, "Authorization: Bearer cl\uFFFD\uFFFD-\uFFFD\uFFFD\uFFFD")
                        .status())
                .isEqualTo(401);
        assertThat(post(UNICODE, "Authorization: Bearer cl??-???").status()).isEqualTo(401);
        try (RawClient client = UNICODE.connect()) {
            byte[] latin1 =
                    "POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer clé\r\nContent-Length: 0\r\n\r\n"
                            .getBytes(StandardCharsets.ISO_8859_1);
            assertThat(client.send(latin1).receive().status()).isEqualTo(401);
        }
    }

    /** curl sends what the terminal does; a browser and Python's http.client send one byte for each letter. */
    @Test
    void aKeyOfLatinLettersIsReadInBothEncodings() throws IOException {
        try (TestServer server = TestServer.withKey("clé")) {
            String head = "POST /v1/systemone HTTP/1.1\r\nHost: t\r\nContent-Length: " + BODY.length()
                    + "\r\nAuthorization: Bearer ";
            for (var encoding : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
                try (RawClient client = server.connect()) {
                    byte[] right = (head + "clé\r\n\r\n" + BODY).getBytes(encoding);
                    assertThat(client.send(right).receive().status()).isEqualTo(200);
                }
                try (RawClient client = server.connect()) {
                    byte[] wrong = (head + "clè\r\n\r\n" + BODY).getBytes(encoding);
                    assertThat(client.send(wrong).receive().status()).isEqualTo(401);
                }
            }
        }
    }

    @Test
    void theKeyComesBeforeTheBodyAndAfterTheRoute() throws IOException {
        assertThat(SERVER.post("/v1/systemone", "not json").status()).isEqualTo(401);
        assertThat(SERVER.post("/v1/systemone/batch", "not json").status()).isEqualTo(401);
        assertThat(SERVER.post("/nope", "not json").status()).isEqualTo(404);
        try (RawClient client = SERVER.connect()) {
            assertThat(client.get("/v1/systemone").status()).isEqualTo(405);
        }
    }

    @Test
    void healthTellsNobodyMoreThanThatItAnswers() throws IOException {
        try (RawClient client = SERVER.connect()) {
            assertThat(client.get("/health").body()).isEqualTo("{\"status\":\"ok\"}");
            assertThat(client.get("/health", "Authorization: Bearer s3cret-key").body())
                    .isEqualTo("{\"status\":\"ok\"}");
            assertThat(client.get("/health", "Authorization: Bearer wrong").status())
                    .isEqualTo(200);
        }
    }
}
