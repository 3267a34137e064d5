// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final AtomicLong now = new AtomicLong();
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final Progress progress = new Progress(
            "owner/name",
            200_000_000,
            new Progress.InPlace(new PrintStream(terminal, true, StandardCharsets.UTF_8)),
            now::get);

    private String shown() {
        return terminal.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTerminalIsToldNowAndThenAndOnOneLine() {
        progress.arrived(1);
        assertThat(shown()).isEmpty();
        now.addAndGet(Duration.ofSeconds(2).toNanos());
        progress.arrived(49_999_999);
        progress.arrived(1_000_000);
        assertThat(shown().strip()).isEqualTo("owner/name: 50 of 200 MB (25 %), 25.0 MB/s");
        assertThat(shown()).startsWith("\r").doesNotContain("\n");
    }

    @Test
    void bytesFromEarlierRunsCountAsDoneButNotForTheSpeed() {
        progress.found(100_000_000);
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        progress.arrived(10_000_000);
        assertThat(shown()).contains("110 of 200 MB (55 %), 10.0 MB/s");
    }

    @Test
    void theLineIsClearedAtTheEnd() {
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        progress.arrived(200_000_000);
        progress.done();
        assertThat(shown()).endsWith(" \r");
    }
}
