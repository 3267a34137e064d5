// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.decisionservice.engine.spi.ModelWeights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeightsDigestTest {
    @TempDir
    Path directory;

    private static ModelWeights weights(Path... files) {
        return new ModelWeights(files[0], List.of(files), new LinkedHashMap<>());
    }

    @Test
    void revisionIsTheDigestOfTheLinkedFile() throws IOException {
        Path file = Files.writeString(directory.resolve("blob"), "abc");
        Path link = Files.createSymbolicLink(directory.resolve("model.safetensors"), file);
        assertThat(WeightsDigest.revision(weights(link))).isEqualTo("sha256:ba7816bf8f01");
    }

    @Test
    void readsFilesLargerThanItsBuffer() throws IOException {
        Path file = Files.write(directory.resolve("large"), new byte[3_000_000]);
        assertThat(WeightsDigest.revision(weights(file))).isEqualTo("sha256:35bce4eae54e");
    }

    /** {@code sha256sum a b | sha256sum}. */
    @Test
    void severalFilesHaveTheDigestOfTheirList() throws IOException {
        Path a = Files.writeString(directory.resolve("a"), "abc");
        Path b = Files.writeString(directory.resolve("b"), "");
        assertThat(WeightsDigest.revision(weights(a, b))).isEqualTo("sha256:09c7e0b8a02d");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> WeightsDigest.revision(weights(directory.resolve("absent"))))
                .withMessageContaining("absent");
    }
}
