// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        assertThat(seen)
                .contains("/docs/try/style.css", "/docs/try/main.js", "/docs/try/code.js", "/docs/try/decisions.js")
                .hasSize(9);
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
        }
    }
}
