// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.decisionservice.hub.HubHarness.ENGLISH;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.testing.hub.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An error of the virtual machine is not a network failure: it must reach the caller, which can end the process. */
class HubErrorsTest {
    @TempDir
    private Path dir;

    private HubHarness harness;

    @BeforeEach
    void start() throws IOException {
        harness = new HubHarness(dir.resolve("cache"));
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    @Test
    void anErrorOnTheClientsThreadIsThrownOn() {
        try (HubHttp http = new HubHttp(
                new Hub.Settings(harness.server.endpoint(), Optional.empty(), dir, false), HubHarness.PATIENCE)) {
            assertThatExceptionOfType(OutOfMemoryError.class)
                    .isThrownBy(() -> http.send(
                            HubHttp.Ask.get("/api/models/" + HubHarness.REPO + "/revision/main"),
                            _ -> {
                                throw new OutOfMemoryError("Java heap space");
                            },
                            () -> 0));
        }
    }

    @Test
    void anErrorOnAThreadThatFetchesIsThrownOn() {
        harness.server.fail("hub /convaiinnovations", new Fault.Answer(503, Map.of()));
        assertThatExceptionOfType(NoClassDefFoundError.class)
                .isThrownBy(() -> harness.hub(_ -> {
                            throw new NoClassDefFoundError("Missing");
                        })
                        .fetch(ENGLISH, Optional.empty()));
    }
}
