// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectedDigestsTest {
    private static final String WEIGHTS = "model.safetensors";
    /** SHA-256 of the three letters abc. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    private Path dir;

    @Test
    void aFileWithAnotherDigestIsRefused() throws IOException {
        Files.writeString(dir.resolve(WEIGHTS), "abc");
        ExpectedDigests digests = new ExpectedDigests(Map.of(WEIGHTS, ABC));
        assertThatCode(() -> digests.check(dir)).doesNotThrowAnyException();
        Files.writeString(dir.resolve(WEIGHTS), "abcd");
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> digests.check(dir))
                .withMessageStartingWith(WEIGHTS + ": ")
                .withMessageContaining(ABC);
    }

    @Test
    void aMissingFileIsRefusedByName() {
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> new ExpectedDigests(Map.of("tokenizer/vocab.txt", ABC)).check(dir))
                .withMessageStartingWith("tokenizer/vocab.txt: is missing");
    }

    @Test
    void replacedWeightsAreCheckedAgain() throws IOException {
        Path weights = Files.writeString(dir.resolve(WEIGHTS), "abc");
        FileTime before = Files.getLastModifiedTime(weights);
        ExpectedDigests digests = new ExpectedDigests(Map.of(WEIGHTS, ABC));
        digests.checkWeights(dir);
        // Replaced by a file of the same size and time, as a download or a package manager does.
        Path other = Files.writeString(dir.resolve("other"), "xyz");
        Files.setLastModifiedTime(other, before);
        Files.delete(weights);
        Files.createSymbolicLink(weights, other);
        assertThatExceptionOfType(CheckpointException.class).isThrownBy(() -> digests.checkWeights(dir));
    }

    @Test
    void withoutExpectedDigestsNoFileIsRead() {
        assertThatCode(() -> {
                    new ExpectedDigests(Map.of()).check(dir);
                    new ExpectedDigests(Map.of()).checkWeights(dir);
                })
                .doesNotThrowAnyException();
    }
}
