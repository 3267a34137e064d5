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
    void aGuardedServiceHasNoPage() throws IOException {
        try (TestServer server = TestServer.withKey("key");
                RawClient client = server.connect()) {
            assertThat(client.get("/docs/try").status()).isEqualTo(404);
            assertThat(client.get("/docs/try/main.js").status()).isEqualTo(404);
        }
    }
}
