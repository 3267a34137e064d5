// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.judging.metrics.RiskCoverage;
import org.decisionservice.judging.metrics.ThresholdSearch;
import org.junit.jupiter.api.Test;

/** Loads the page and everything that it refers to, following the references as a browser does. */
class PlaygroundTest {
    private static final Pattern NAMED = Pattern.compile("(?:href|src)=\"(try/[^\"]+)\"|from \"\\./([^\"]+)\"");

    @Test
    void everythingThePageNamesIsServedAndComesFromHere() throws IOException {
        Set<String> seen = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(Set.of("/docs/try"));
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            while (!open.isEmpty()) {
                String path = open.pop();
                if (!seen.add(path)) {
                    continue;
                }
                RawResponse response = client.get(path);
                assertThat(response.status()).as(path).isEqualTo(200);
                assertThat(response.header("Content-Type").orElseThrow())
                        .startsWith(
                                path.endsWith(".js")
                                        ? "text/javascript"
                                        : path.endsWith(".css") ? "text/css" : "text/html");
                assertThat(response.header("Content-Security-Policy").orElseThrow())
                        .startsWith("default-src 'none'")
                        .doesNotContain("unsafe");
                assertThat(response.body()).as(path).doesNotContain("http://").doesNotContain("https://");
                Matcher named = NAMED.matcher(response.body());
                while (named.find()) {
                    open.add("/docs/" + (named.group(1) == null ? "try/" + named.group(2) : named.group(1)));
                }
            }
            assertThat(client.get("/docs/try/nope.js").status()).isEqualTo(404);
            assertThat(client.post("/docs/try", "{}").status()).isEqualTo(405);
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(files());
    }

    /** The page and every script and style sheet beside it: one that nothing names would be left over. */
    private static Set<String> files() throws IOException {
        Path folder = Path.of("..", "playground", "src", "main", "resources", "org", "decisionservice", "playground");
        try (Stream<Path> files = Files.list(folder)) {
            return Stream.concat(
                            Stream.of("/docs/try"),
                            files.map(file -> file.getFileName().toString())
                                    .filter(name -> name.endsWith(".js") || name.endsWith(".css"))
                                    .map(name -> "/docs/try/" + name))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void aBrowserAtTheRootIsSentToThePage() throws IOException {
        String browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8";
        try (TestServer server = TestServer.open();
                TestServer keyed = TestServer.withKey("key");
                TestServer prefixed = TestServer.withKeyAndPages("key", "/p");
                RawClient client = server.connect()) {
            RawResponse sent = client.get("/", browser);
            assertThat(sent.status()).isEqualTo(303);
            assertThat(sent.header("Location")).contains("/docs/try");
            for (String accept : new String[] {"Accept: */*", "Accept: application/json"}) {
                RawResponse other = client.get("/", accept);
                assertThat(other.status()).isEqualTo(404);
                assertThat(other.body())
                        .isEqualTo(client.get("/nowhere", accept).body());
            }
            RawResponse posted = client.post("/", "{}", browser);
            assertThat(posted.status()).isEqualTo(404);
            try (RawClient other = keyed.connect()) {
                assertThat(other.get("/", browser).status()).isEqualTo(404);
            }
            try (RawClient other = prefixed.connect()) {
                assertThat(other.get("/", browser).header("Location")).contains("/p/docs/try");
            }
        }
    }

    @Test
    void aGuardedServiceServesItsPagesIfAskedToAndDescribesItselfToWhoHasTheKey() throws IOException {
        try (TestServer server = TestServer.withKeyAndPages("s3cret", "");
                RawClient client = server.connect()) {
            assertThat(client.get("/docs").body()).contains("askForKey");
            assertThat(client.get("/docs/try").status()).isEqualTo(200);
            assertThat(client.get("/docs/try/main.js").status()).isEqualTo(200);
            RawResponse without = client.get("/openapi.json");
            assertThat(without.status()).isEqualTo(401);
            assertThat(without.header("WWW-Authenticate").orElseThrow()).startsWith("Bearer ");
            assertThat(without.body()).isEqualTo("{\"detail\":\"invalid or missing bearer token\"}");
            assertThat(client.get("/openapi.json", "Authorization: Bearer wrong")
                            .status())
                    .isEqualTo(401);
            RawResponse with = client.get("/openapi.json", "Authorization: Bearer s3cret");
            assertThat(with.status()).isEqualTo(200);
            assertThat(with.body()).contains("\"/v1/systemone\"");
            assertThat(client.post("/v1/systemone", "{}").status()).isEqualTo(401);
        }
    }

    @Test
    void aGuardedServiceHasNoPage() throws IOException {
        try (TestServer server = TestServer.withKey("key");
                RawClient client = server.connect()) {
            assertThat(client.get("/docs/try").status()).isEqualTo(404);
            assertThat(client.get("/docs/try/main.js").status()).isEqualTo(404);
            assertThat(client.post("/docs/try/threshold", "{}").status()).isEqualTo(404);
        }
    }

    private static String labelled(int rows, double accuracy, String confidence, String right) {
        return "{\"accuracy\": %s, \"confidence\": [%s], \"right\": [%s]}"
                .formatted(
                        accuracy,
                        String.join(",", Collections.nCopies(rows, confidence)),
                        String.join(",", Collections.nCopies(rows, right)));
    }

    @Test
    void labelsSupportTheThresholdThatEvaluateNames() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            String surest = "{\"accuracy\": 0.9, \"confidence\": [%s, %s], \"right\": [%s, %s]}"
                    .formatted(
                            String.join(",", Collections.nCopies(300, "0.9412")),
                            String.join(",", Collections.nCopies(300, "0.55")),
                            String.join(",", Collections.nCopies(300, "true")),
                            String.join(",", Collections.nCopies(300, "false")));
            RawResponse found = client.post("/docs/try/threshold", surest);
            assertThat(found.status()).as(found.body()).isEqualTo(200);
            List<RiskCoverage.Outcome> outcomes = new ArrayList<>();
            outcomes.addAll(Collections.nCopies(300, new RiskCoverage.Outcome(0.9412, true)));
            outcomes.addAll(Collections.nCopies(300, new RiskCoverage.Outcome(0.55, false)));
            var least = ThresholdSearch.least(RiskCoverage.ofOutcomes(outcomes), 0.9)
                    .orElseThrow();
            assertThat(found.body())
                    .contains("\"threshold\":" + least.threshold())
                    .contains("\"answered\":300,\"coverage\":0.5,\"accuracy\":1.0,\"bound\":0.98");
            assertThat(client.post("/docs/try/threshold", labelled(5, 0.9, "0.9", "true"))
                            .body())
                    .startsWith("{\"threshold\":null,\"labels\":")
                    .contains(
                            "\"highest\":{\"threshold\":0.0,\"answered\":5,\"coverage\":1.0,\"accuracy\":1.0,\"bound\":0.29");
            assertThat(client.get("/docs/try/threshold").status()).isEqualTo(405);
        }
    }

    @Test
    void labelsThatAreNoneAreRefusedByName() throws IOException {
        Map<String, String> refused = Map.of(
                labelled(1001, 0.9, "0.9", "true"),
                "'confidence' must be an array of 1 to 1000",
                labelled(0, 0.9, "0.9", "true"),
                "'confidence' must be an array of 1 to 1000",
                labelled(1, 1.0, "0.9", "true"),
                "'accuracy' must be a number",
                labelled(1, 0.9, "1.1", "true"),
                "'confidence' must hold numbers from 0 to 1",
                labelled(1, 0.9, "12", "true"),
                "'confidence' must hold numbers from 0 to 1",
                labelled(1, 0.9, "0.9", "1"),
                "'right' must hold true and false only",
                "{\"accuracy\": 0.9, \"confidence\": [1], \"right\": []}",
                "'right' must be an array as long");
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            for (Map.Entry<String, String> each : refused.entrySet()) {
                RawResponse answer = client.post("/docs/try/threshold", each.getKey());
                assertThat(answer.status()).as(each.getValue()).isEqualTo(422);
                assertThat(answer.body()).contains(each.getValue());
            }
            assertThat(client.post("/docs/try/threshold", "[]").status()).isEqualTo(400);
            assertThat(client.post("/docs/try/threshold", "{").status()).isEqualTo(400);
        }
        try (TestServer server = TestServer.open();
                RawClient client = server.connect()) {
            byte[] body = (" ".repeat(1_100_000) + "{}").getBytes(StandardCharsets.UTF_8);
            client.head("POST", "/docs/try/threshold", body.length);
            // It may be refused before it is sent.
            RawResponse large = client.sendUnlessRefused(body).receive();
            assertThat(large.status()).isEqualTo(413);
            assertThat(large.body()).contains("1100002 > 1048576");
        }
    }

    @Test
    void theHelperNeedsTheKeyAndIsNoPartOfTheInterface() throws IOException {
        try (TestServer server = TestServer.withKeyAndPages("s3cret", "");
                RawClient client = server.connect()) {
            String body = labelled(5, 0.9, "0.9", "true");
            assertThat(client.post("/docs/try/threshold", body).status()).isEqualTo(401);
        }
        try (TestServer server = TestServer.withKeyAndPages("s3cret", "");
                RawClient client = server.connect()) {
            String body = labelled(5, 0.9, "0.9", "true");
            assertThat(client.post("/docs/try/threshold", body, "Authorization: Bearer s3cret")
                            .status())
                    .isEqualTo(200);
            assertThat(client.get("/openapi.json", "Authorization: Bearer s3cret")
                            .body())
                    .doesNotContain("/docs/try/threshold");
        }
    }
}
