// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.decisionservice.contract.Contract;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.observe.Ending;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks which pages may use a service without a key, and under which host names. */
class OriginsTest {
    private static final String NAMED = "https://app.example.com";
    private static final TestServer NAMING =
            TestServer.allowing(Contract.DOCUMENT, new Callers(Set.of(NAMED), Set.of("decision-service", ".svc")));
    private static final TestServer OPEN =
            TestServer.allowing(Contract.DOCUMENT, new Callers(Set.of(), Set.of("decide.example")));
    private static final String PATH = "/v1/systemone";
    private static final String BODY = "{\"state\":\"x\",\"questions\":{}}";
    private static final String EVIL = "https://evil.example";

    @AfterAll
    static void stop() {
        NAMING.close();
        OPEN.close();
    }

    /** Makes one exchange on its own connection. */
    private static RawResponse exchange(TestServer server, String line, String host, String body, String... headers)
            throws IOException {
        try (RawClient client = server.connect()) {
            String more = headers.length == 0 ? "" : String.join("\n", headers) + "\n";
            return client.send(line + " HTTP/1.1\nHost: " + host + "\nContent-Length: " + body.length() + "\n" + more
                            + "\n" + body)
                    .receive();
        }
    }

    private static RawResponse post(TestServer server, String host, String origin) throws IOException {
        return exchange(server, "POST " + PATH, host, BODY, "Origin: " + origin);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8000,http://localhost:8000",
        "LOCALHOST:8000,http://localhost:8000",
        "127.0.0.1:8000,http://127.0.0.1:8000",
        "decide.example,https://decide.example",
        "decide.example:443,https://decide.example",
        "decide.example,https://decide.example:443",
        "decide.example,http://decide.example",
        "decide.example:80,http://decide.example",
        "decide.example:8443,https://Decide.Example:8443",
        "[::1]:8000,http://[::1]:8000",
        "[0:0::1]:8000,http://[::1]:8000",
        "[::1],http://[::1]"
    })
    void ourOwnPagesAsk(String host, String origin) throws IOException {
        assertThat(post(OPEN, host, origin).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8000,http://localhost:3000",
        "localhost:8000,http://localhost",
        "localhost,http://localhost:8000",
        "localhost:8000,http://127.0.0.1:8000",
        "decide.example:80,https://decide.example",
        "decide.example,https://evil.example",
        "decide.example,https://decide.example.evil.example",
        "decide.example,https://evil.decide.example",
        "decide.example,https://decide.example@evil.example",
        "decide.example,null",
        "decide.example,decide.example",
        "decide.example,https://decide.example/",
        "decide.example,https://decide.example:443:443",
        "decide.example,ftp://decide.example",
        "decide.example,chrome-extension://decide.example",
        "decide.example,file://",
        "decide.example,https://",
        "decide.example,''",
        "[::1]:8000,http://[::2]:8000",
        "decide.example,'https://decide.example, https://decide.example'"
    })
    void noOtherPageDoes(String host, String origin) throws IOException {
        RawResponse response = post(OPEN, host, origin);
        assertThat(response.status()).isEqualTo(403);
        assertThat(response.body())
                .startsWith("{\"detail\":\"pages of the Origin")
                .contains("SERVICE_ALLOWED_ORIGINS");
        assertThat(response.header("Vary")).contains("Origin");
        assertThat(response.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(OPEN.decisions.asked()).noneMatch(request -> request.states().isEmpty());
    }

    @Test
    void severalOriginsAreNone() throws IOException {
        String own = "Origin: http://localhost";
        assertThat(exchange(OPEN, "POST " + PATH, "localhost", BODY, own, own).status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /health",
                "GET /docs",
                "GET /docs/try/main.js",
                "GET /openapi.json",
                "GET /nope",
                "PUT /health"
            })
    void otherPagesLearnNothingFromAnyRoute(String line) throws IOException {
        assertThat(exchange(OPEN, line, "localhost", "", "Origin: " + EVIL).status())
                .isEqualTo(403);
        assertThat(exchange(NAMING, line, "rebound.example", "").status()).isEqualTo(403);
    }

    @Test
    void clientsThatAreNoBrowsersAreNotAsked() throws IOException {
        assertThat(exchange(OPEN, "POST " + PATH, "decide.example", BODY).status())
                .isEqualTo(200);
        assertThat(exchange(NAMING, "POST " + PATH, "localhost", BODY).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost:8000",
                "decide.localhost:8000",
                "127.0.0.1:8000",
                "127.9.9.9",
                "192.0.2.7:8000",
                "[::1]:8000",
                "[2001:db8::1]",
                "localhost.",
                "app.example.com",
                "app.example.com:9000",
                "decision-service",
                "Decision-Service:8000",
                "a.b.svc",
                "a.b.svc.:80"
            })
    void aServiceAnswersToAddressesAndToNamesThatAreListed(String host) throws IOException {
        assertThat(exchange(NAMING, "GET /health", host, "").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rebound.example",
                "rebound.example:8000",
                "localhost.rebound.example",
                "notlocalhost",
                "127.0.0.1.rebound.example",
                "evil",
                "svc",
                "evilsvc",
                "a.svc.rebound.example",
                "decision-service.rebound.example",
                "localhost..",
                "2130706433",
                "999.0.0.1"
            })
    void itAnswersToNoOtherName(String host) throws IOException {
        RawResponse response = post(NAMING, host, "http://" + host);
        assertThat(response.status()).isEqualTo(403);
        assertThat(response.body()).contains("Host").contains("SERVICE_ALLOWED_HOSTS");
    }

    @Test
    void theUsualServiceAnswersToNoNameThatACallerMakesUp() throws IOException {
        try (TestServer server = TestServer.open()) {
            for (String host : new String[] {"evil", "evil.example", "decision-service"}) {
                assertThat(exchange(server, "POST " + PATH, host, BODY).status())
                        .as(host)
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void theStarStandsForEveryName() throws IOException {
        try (TestServer server = TestServer.allowing(Contract.DOCUMENT, new Callers(Set.of(), Set.of("*")))) {
            assertThat(exchange(server, "POST " + PATH, "any.example", BODY).status())
                    .isEqualTo(200);
            assertThat(post(server, "any.example", EVIL).status()).isEqualTo(403);
        }
    }

    @Test
    void aPageOfAnAllowedOriginReadsAnswersAndRefusals() throws IOException {
        for (String body : new String[] {BODY, "{"}) {
            RawResponse response = exchange(NAMING, "POST " + PATH, "127.0.0.1", body, "Origin: " + NAMED);
            assertThat(response.status()).isEqualTo(body.equals(BODY) ? 200 : 400);
            assertThat(response.header("Access-Control-Allow-Origin")).contains(NAMED);
            assertThat(response.header("Access-Control-Expose-Headers"))
                    .contains("X-Request-Id, Server-Timing, X-Inference-Time-Ms, Retry-After, X-Ignored-Members,"
                            + " X-Concurrency-Limit");
            assertThat(response.header("Vary")).contains("Origin");
        }
        assertThat(exchange(NAMING, "GET /nope", "127.0.0.1", "", "Origin: " + NAMED)
                        .header("Access-Control-Allow-Origin"))
                .contains(NAMED);
        // A cached answer must not be used as an answer to a page.
        assertThat(exchange(NAMING, "GET /health", "127.0.0.1", "").header("Vary"))
                .contains("Origin");
    }

    @ParameterizedTest
    @ValueSource(strings = {PATH, PATH + "/batch"})
    void aBrowserIsToldWhatSuchAPageMaySend(String path) throws IOException {
        RawResponse response = exchange(
                NAMING,
                "OPTIONS " + path,
                "127.0.0.1",
                "",
                "Origin: " + NAMED,
                "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: content-type,x-request-id");
        assertThat(response.status()).isEqualTo(204);
        assertThat(response.header("Access-Control-Allow-Origin")).contains(NAMED);
        assertThat(response.header("Access-Control-Allow-Methods")).contains("POST");
        assertThat(response.header("Access-Control-Allow-Headers"))
                .contains("Content-Type, Content-Encoding, X-Request-Id, traceparent, Authorization");
        assertThat(response.header("Access-Control-Max-Age")).contains("600");
        assertThat(response.header("Vary")).contains("Origin");
    }

    @Test
    void everyRouteThatIsPostedToTellsABrowserSo() throws IOException {
        try (TestServer server = new Options()
                .callers(new Callers(Set.of(NAMED), Set.of()))
                .plans()
                .mcp()
                .open()) {
            for (String path : new String[] {PATH + "/plan", McpPosts.PATH}) {
                String[] headers = {"Origin: " + NAMED, "Access-Control-Request-Method: POST"};
                RawResponse response = exchange(server, "OPTIONS " + path, "127.0.0.1", "", headers);
                assertThat(response.status()).as(path).isEqualTo(204);
                assertThat(response.header("Access-Control-Allow-Headers"))
                        .hasValueSatisfying(
                                names -> assertThat(names).contains("Mcp-Session-Id, MCP-Protocol-Version"));
                assertThat(response.header("Access-Control-Expose-Headers"))
                        .hasValueSatisfying(names -> assertThat(names).endsWith("Mcp-Session-Id"));
            }
        }
    }

    @Test
    void otherOptionsAreWhatTheyWere() throws IOException {
        String preflight = "Access-Control-Request-Method: POST";
        assertThat(exchange(NAMING, "OPTIONS " + PATH, "127.0.0.1", "", "Origin: " + NAMED)
                        .status())
                .isEqualTo(405);
        assertThat(exchange(NAMING, "OPTIONS " + PATH, "127.0.0.1", "", preflight)
                        .status())
                .isEqualTo(405);
        assertThat(exchange(NAMING, "OPTIONS /health", "127.0.0.1", "", "Origin: " + NAMED, preflight)
                        .status())
                .isEqualTo(405);
        assertThat(exchange(NAMING, "OPTIONS " + PATH, "127.0.0.1", "", "Origin: " + EVIL, preflight)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aRefusalReadsNoBodyAndIsToldToObservers() throws Exception {
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            client.head("POST", PATH, 1_000_000, "Origin: " + EVIL);
            RawResponse response = client.receive();
            assertThat(response.status()).isEqualTo(403);
            assertThat(response.header("Connection")).contains("close");
            assertThat(client.closedByServer()).isTrue();
            assertThat(ObservationTest.next(server))
                    .returns(Ending.FORBIDDEN, finished -> finished.ending())
                    .returns(403, finished -> finished.status());
            assertThat(server.admission.inFlight()).isZero();
        }
    }

    @Test
    void theUpstreamContractHasItsOwnForm() throws IOException {
        try (TestServer server = TestServer.allowing(Contract.FULL, new Callers(Set.of(NAMED), Set.of()))) {
            assertThat(post(server, "localhost", EVIL).body())
                    .startsWith("{\"detail\":{\"error_type\":\"api_usage_error\",\"message\":\"pages of the Origin");
            assertThat(post(server, "localhost", NAMED).header("Access-Control-Expose-Headers"))
                    .hasValueSatisfying(names -> assertThat(names).contains("x-typesafe-request-id"));
        }
    }

    @Test
    void aKeyMakesAllOfThisUnnecessary() throws IOException {
        try (TestServer server = TestServer.withKeyAllowing("k", NAMED)) {
            RawResponse response = exchange(
                    server, "POST " + PATH, "rebound.example", BODY, "Origin: " + EVIL, "Authorization: Bearer k");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Vary")).isEmpty();
            assertThat(exchange(
                                    server,
                                    "OPTIONS " + PATH,
                                    "localhost",
                                    "",
                                    "Origin: " + NAMED,
                                    "Access-Control-Request-Method: POST")
                            .status())
                    .isEqualTo(405);
        }
    }
}
