// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RevisionsTest {
    /** Result of {@code printf one | sha256sum}. */
    private static final String OF_ONE = "sha256:7692c3ad3540";

    @TempDir
    private Path directory;

    private Path weights;
    private final Revisions revisions = new Revisions();

    @BeforeEach
    void writeWeights() throws IOException {
        weights = Files.writeString(directory.resolve("model.safetensors"), "one");
    }

    @Test
    void namesTheBytes() {
        assertThat(revisions.of(weights).join()).isEqualTo(OF_ONE);
    }

    @Test
    void readsAFileThatLooksTheSameOnlyOnce() throws IOException {
        FileTime modified = Files.getLastModifiedTime(weights);
        revisions.of(weights).join();
        Files.writeString(weights, "two");
        Files.setLastModifiedTime(weights, modified);

        assertThat(revisions.of(weights).join()).as("not read again").isEqualTo(OF_ONE);
    }

    @Test
    void readsAChangedFileAgain() throws IOException {
        FileTime modified = Files.getLastModifiedTime(weights);
        revisions.of(weights).join();
        Files.writeString(weights, "two");
        Files.setLastModifiedTime(weights, FileTime.from(modified.toInstant().plus(Duration.ofSeconds(1))));

        assertThat(revisions.of(weights).join()).startsWith("sha256:").isNotEqualTo(OF_ONE);
    }

    @Test
    void readsAgainWhatCouldNotBeRead() throws IOException {
        Files.delete(weights);
        assertThatThrownBy(() -> revisions.of(weights).join()).hasCauseInstanceOf(UncheckedIOException.class);
        Files.writeString(weights, "one");

        assertThat(revisions.of(weights).join()).isEqualTo(OF_ONE);
    }
}
