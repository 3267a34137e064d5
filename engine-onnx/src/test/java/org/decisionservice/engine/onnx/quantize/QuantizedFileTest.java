// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.quantize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class QuantizedFileTest {
    @Test
    void filesOfAKilledProcessAreDeleted() throws IOException {
        Path left = Files.createTempFile("decision-service-", ".int8");
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(2, ChronoUnit.HOURS)));
        try (QuantizedFile file = QuantizedFile.create()) {
            assertThat(left).doesNotExist();
            assertThat(file.path()).exists();
        }
    }

    @Test
    void aFileThatAnotherProcessIsLoadingStays() throws IOException {
        Path made = Files.createTempFile("decision-service-", ".int8");
        try (QuantizedFile _ = QuantizedFile.create()) {
            assertThat(made).exists();
        } finally {
            Files.delete(made);
        }
    }

    @Test
    void tooLittleRoomSaysHowMuchThereHasToBe() throws IOException {
        QuantizedFile.requireRoom("int8", 10, 10);
        assertThatIOException()
                .isThrownBy(() -> QuantizedFile.requireRoom("int8", 370 << 20, (100 << 20) - 1))
                .withMessage("int8 needs 370 MiB of files while it loads, and there is room for 100 MiB");
    }
}
