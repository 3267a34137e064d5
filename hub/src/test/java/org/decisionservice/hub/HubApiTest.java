// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.decisionservice.testing.hub.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how names of files and revisions are written in request addresses. */
class HubApiTest {

    @Test
    void aPathIsEncodedAsPythonQuotesIt() {
        // print(urllib.parse.quote("".join(map(chr, range(32, 127))) + "é€😀"))
        StringBuilder printable = new StringBuilder();
        for (char c = ' '; c <= '~'; c++) {
            printable.append(c);
        }
        assertThat(HubApi.content("owner/name", HubHarness.COMMIT, printable + "é€😀"))
                .isEqualTo("/owner/name/resolve/" + HubHarness.COMMIT
                        + "/%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-./0123456789%3A%3B%3C%3D%3E%3F%40"
                        + "ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~"
                        + "%C3%A9%E2%82%AC%F0%9F%98%80");
    }

    @Test
    void aRevisionIsOnePartOfThePath(@TempDir Path dir) throws IOException {
        try (HubHarness harness = new HubHarness(dir)) {
            String revision = "a b/c+d*~";
            harness.content.point(revision, HubHarness.COMMIT);
            harness.hub().fetch(HubHarness.ENGLISH, Optional.of(revision));
            assertThat(harness.server.exchanges().getFirst())
                    .extracting(Exchange::path)
                    .asString()
                    .endsWith("/revision/a%20b%2Fc%2Bd%2A~");
        }
    }
}
