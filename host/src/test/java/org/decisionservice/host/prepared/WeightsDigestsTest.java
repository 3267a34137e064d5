// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.prepared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeightsDigestsTest {
    /** Result of {@code printf one | sha256sum}. */
    private static final String OF_ONE = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";

    @TempDir
    private Path directory;

    private Path weights;
    private final WeightsDigests digests = WeightsDigests.ofProcess();

    @BeforeEach
    void writeWeights() throws IOException {
        weights = Files.writeString(directory.resolve("model.safetensors"), "one");
    }

    private static ModelWeights stored(Path... files) {
        return new ModelWeights(files[0], List.of(files), new LinkedHashMap<>());
    }

    @Test
    void severalFilesAreReadAgainIfOneChanges() throws IOException {
        Path other = Files.writeString(directory.resolve("other.safetensors"), "other");
        String both = digests.of(stored(weights, other)).join();
        assertThat(both).isEqualTo(WeightsDigest.sha256(stored(weights, other), WeightsDigest::sha256));
        FileTime modified = Files.getLastModifiedTime(other);
        Files.writeString(other, "rehto");
        Files.setLastModifiedTime(other, FileTime.from(modified.toInstant().minusSeconds(60)));
        assertThat(digests.of(stored(weights, other)).join()).isNotEqualTo(both);
    }

    @Test
    void namesTheBytes() {
        assertThat(digests.of(stored(weights)).join()).isEqualTo(OF_ONE);
    }

    @Test
    void readsAFileThatLooksTheSameOnlyOnce() throws IOException {
        FileTime modified = Files.getLastModifiedTime(weights);
        digests.of(stored(weights)).join();
        Files.writeString(weights, "two");
        Files.setLastModifiedTime(weights, modified);

        assertThat(digests.of(stored(weights)).join()).as("not read again").isEqualTo(OF_ONE);
    }

    @Test
    void readsAChangedFileAgain() throws IOException {
        FileTime modified = Files.getLastModifiedTime(weights);
        digests.of(stored(weights)).join();
        Files.writeString(weights, "two");
        Files.setLastModifiedTime(weights, FileTime.from(modified.toInstant().plus(Duration.ofSeconds(1))));

        assertThat(digests.of(stored(weights)).join()).hasSize(64).isNotEqualTo(OF_ONE);
    }

    @Test
    void readsAgainWhatCouldNotBeRead() throws IOException {
        Files.delete(weights);
        assertThatThrownBy(() -> digests.of(stored(weights)).join()).hasCauseInstanceOf(UncheckedIOException.class);
        Files.writeString(weights, "one");

        assertThat(digests.of(stored(weights)).join()).isEqualTo(OF_ONE);
    }

    @Test
    void theNextProcessTakesWhatWasRecorded() throws IOException {
        Path settled = Testdata.tiny().resolve("english/model.safetensors");
        Path records = directory.resolve("digests");
        String digest =
                WeightsDigests.keptIn(records, () -> true).of(stored(settled)).join();
        assertThat(digest).isEqualTo(Testdata.sha256(settled));
        Path record;
        try (Stream<Path> files = Files.list(records)) {
            record = files.findFirst().orElseThrow();
        }
        String looks = Files.readString(record).split("\n", 2)[0];
        // A digest of other bytes shows that these were not read.
        String other = "0".repeat(64);
        Files.writeString(record, looks + "\n" + other + "\n" + WeightsDigests.sum(looks + other) + "\n");
        assertThat(WeightsDigests.keptIn(records, () -> true)
                        .of(stored(settled))
                        .join())
                .isEqualTo(other);

        Files.writeString(record, looks + "\n" + other + "\n" + WeightsDigests.sum(looks) + "\n");
        assertThat(WeightsDigests.keptIn(records, () -> true)
                        .of(stored(settled))
                        .join())
                .as("of a damaged record")
                .isEqualTo(digest);
    }

    /** Another change in the same moment would leave no trace. */
    @Test
    void whatWasChangedAMomentAgoIsNotRecorded() throws IOException {
        Path records = directory.resolve("digests");
        assertThat(WeightsDigests.keptIn(records, () -> true)
                        .of(stored(weights))
                        .join())
                .isEqualTo(OF_ONE);
        assertThat(records).doesNotExist();
    }
}
