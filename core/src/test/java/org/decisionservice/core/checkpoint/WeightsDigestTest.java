// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeightsDigestTest {
    @TempDir
    Path directory;

    @Test
    void revisionIsTheDigestOfTheLinkedFile() throws IOException {
        Path file = Files.writeString(directory.resolve("blob"), "abc");
        Path link = Files.createSymbolicLink(directory.resolve("model.safetensors"), file);
        assertThat(WeightsDigest.revision(link)).isEqualTo("sha256:ba7816bf8f01");
    }

    @Test
    void readsFilesLargerThanItsBuffer() throws IOException {
        Path file = Files.write(directory.resolve("large"), new byte[3_000_000]);
        assertThat(WeightsDigest.revision(file)).isEqualTo("sha256:35bce4eae54e");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> WeightsDigest.revision(directory.resolve("absent")))
                .withMessageContaining("absent");
    }
}
