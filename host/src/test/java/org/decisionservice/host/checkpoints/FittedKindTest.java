// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FittedKindTest {
    @TempDir
    private Path dir;

    private FittedKind kind(byte[] content) throws IOException {
        return FittedKind.of(Files.write(dir.resolve("file"), content));
    }

    private FittedKind kind(String content) throws IOException {
        return kind(content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsInAFileTellsItsKind() throws IOException {
        assertThat(kind("{\"temperature\": [1, 1, 1]}")).isEqualTo(FittedKind.CALIBRATION);
        assertThat(kind("{\"temperature\": [NaN, 1, 1]}")).isEqualTo(FittedKind.CALIBRATION);
        assertThat(kind("{\"checkpoint\": \"sha256:0\", \"thresholds\": {}}")).isEqualTo(FittedKind.THRESHOLDS);
        // A header of 123 bytes begins as an object of JSON does.
        assertThat(kind(new byte[] {'{', 0, 0, 0, 0, 0, 0, 0, '{'})).isEqualTo(FittedKind.LEARNED);
    }

    @Test
    void whatIsNoneOfThemIsReadAsACalibrationWhichSaysWhatIsWrong() throws IOException {
        for (String content : new String[] {"", "{}", "[]", "no JSON at all", "{\"x\": {\"thresholds\": 1}}"}) {
            assertThat(kind(content)).as(content).isEqualTo(FittedKind.CALIBRATION);
        }
        assertThat(FittedKind.of(dir.resolve("none"))).isEqualTo(FittedKind.CALIBRATION);
    }
}
