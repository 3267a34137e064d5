// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.decisionservice.hub.HubHarness.COMMIT;
import static org.decisionservice.hub.HubHarness.ENGLISH;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.decisionservice.testing.hub.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mirrors and proxies that send the same files another way: compressed, or without saying how long they are. */
class MirrorTest {
    private static final String WEIGHTS = "model.safetensors";
    private static final String CONFIGURATION =
            "/resolve-cache/models/convaiinnovations/laya/" + COMMIT + "/encoder/config.json";

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

    private void expectGenuine() {
        Snapshot snapshot = harness.hub().fetch(ENGLISH, Optional.empty());
        assertThat(CheckpointFiles.REQUIRED).allMatch(file -> HubHarness.same(snapshot, "english", file));
        assertThat(harness.pauses).as("nothing was tried twice").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cdn /", CONFIGURATION, "hub /api/models"})
    void compressedBodiesAreUnpacked(String where) {
        harness.server.fail(where, new Fault.Gzipped());
        expectGenuine();
    }

    @Test
    void aSilentConnectionIsGivenUpAlsoIfItsBodyIsCompressed() {
        harness.server.fail("cdn /", new Fault.GzippedStall(100_000));
        Snapshot snapshot = harness.impatient(Duration.ofSeconds(2)).fetch(ENGLISH, Optional.empty());
        assertThat(HubHarness.same(snapshot, "english", WEIGHTS)).isTrue();
        assertThat(harness.pauses).isNotEmpty();
    }

    @Test
    void aBeginningIsNotContinuedWithCompressedBytes() throws IOException {
        byte[] bytes = Files.readAllBytes(HubHarness.tiny().resolve("english").resolve(WEIGHTS));
        Files.createDirectories(harness.incomplete(WEIGHTS).getParent());
        Files.write(harness.incomplete(WEIGHTS), Arrays.copyOf(bytes, 1_000_000));
        harness.server.fail("cdn /", new Fault.Gzipped());
        expectGenuine();
    }

    @Test
    void bytesThatAreNotWhatTheirCodingSaysAreFetchedAgain() {
        harness.server.fail("cdn /", new Fault.Coded("gzip"));
        assertThat(HubHarness.same(harness.hub().fetch(ENGLISH, Optional.empty()), "english", WEIGHTS))
                .isTrue();
        assertThat(harness.pauses).hasSize(1);
    }

    @Test
    void anUnknownCodingIsNamed() {
        harness.server.fail("cdn /", new Fault.Coded("br"));
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> harness.hub().fetch(ENGLISH, Optional.empty()))
                .withMessageContaining("'br'")
                .withMessageContaining("HF_ENDPOINT");
        assertThat(harness.pauses).isEmpty();
    }

    @Test
    void theSizeMayComeWithTheContent() {
        harness.server.fail("resolve/" + COMMIT + "/" + WEIGHTS, new Fault.Unannounced());
        expectGenuine();
    }

    @Test
    void aSizeThatCameWithTheContentIsKnownWhenItIsCutOff() {
        harness.server.fail("resolve/" + COMMIT + "/" + WEIGHTS, new Fault.Unannounced());
        harness.server.fail("cdn /", new Fault.Cut(300_000));
        assertThat(HubHarness.same(harness.hub().fetch(ENGLISH, Optional.empty()), "english", WEIGHTS))
                .isTrue();
        assertThat(harness.server.bytesSent()).isLessThan(harness.content.size(COMMIT, WEIGHTS) + 300_000);
    }

    @Test
    void aFileWhoseSizeNobodySaysIsReadToItsEnd() {
        harness.server.fail("resolve/" + COMMIT + "/" + WEIGHTS, new Fault.Unannounced());
        harness.server.fail("cdn /", new Fault.Chunked());
        expectGenuine();
    }

    @Test
    void aFileWhoseSizeNobodySaysHasABound() throws IOException {
        harness.server.fail("resolve/" + COMMIT + "/" + WEIGHTS, new Fault.Unannounced());
        harness.server.fail("cdn /", new Fault.Endless());
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> harness.hub().fetch(ENGLISH, Optional.empty()))
                .withMessageContaining("sends more than the " + Transfer.LARGEST_UNANNOUNCED + " bytes");
        assertThat(Files.size(harness.incomplete(WEIGHTS))).isZero();
    }

    @Test
    void aMirrorMayHaveAnotherHostAnswer() throws IOException {
        try (HubHarness mirrored = new HubHarness(dir.resolve("mirrored"))) {
            for (String path : new String[] {
                "hub /api/models/convaiinnovations/laya/revision/main",
                "hub /convaiinnovations/laya/resolve/" + COMMIT + "/encoder/config.json"
            }) {
                String location = harness.server.endpoint() + path.substring("hub ".length());
                mirrored.server.fail(path, new Fault.Answer(308, Map.of("Location", location)));
            }
            Snapshot snapshot = mirrored.hub(Optional.of("hf_s3cret"), false, _ -> OptionalLong.empty())
                    .fetch(ENGLISH, Optional.empty());
            assertThat(CheckpointFiles.REQUIRED).allMatch(file -> HubHarness.same(snapshot, "english", file));
            assertThat(harness.server.exchanges())
                    .isNotEmpty()
                    .allSatisfy(exchange -> assertThat(exchange.authorization()).isEmpty());
        }
    }
}
