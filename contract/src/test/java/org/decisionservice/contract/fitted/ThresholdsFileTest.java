// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.fitted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.contract.json.MalformedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdsFileTest {
    private static final byte[] FILE = ThresholdsFile.bytes(
            new ThresholdsFile.Made("sha256:0123456789ab", Optional.empty(), Optional.of("ab")),
            0.95,
            new LinkedHashMap<>(Map.of("0f", new ThresholdsFile.Measured("team", 0.75, 100, 60, 0.96))));

    @TempDir
    private Path dir;

    private ThresholdsFile read(String json) throws IOException {
        return ThresholdsFile.read(Files.writeString(dir.resolve("thresholds.json"), json));
    }

    @Test
    void readsWhatItWrites() throws IOException {
        ThresholdsFile read = read(new String(FILE, StandardCharsets.UTF_8));
        assertThat(read.made())
                .isEqualTo(new ThresholdsFile.Made("sha256:0123456789ab", Optional.empty(), Optional.of("ab")));
        assertThat(read.thresholds()).containsExactly(Map.entry("0f", 0.75));
        assertThat(read.digest()).hasSize(64);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "\"version\" : 1    | \"version\" : 2      | its 'version' is '2', and this program reads version 1",
                "\"checkpoint\"     | \"chekpoint\"        | 'chekpoint' is no member that is read; it takes"
                        + " accuracy_wanted,",
                "\"min_confidence\" | \"min_confidance\"   | 'thresholds.0f.min_confidance' is no member that is read",
                "0.75               | 1.75                 | 'thresholds.0f.min_confidence' must be a number from 0 to"
                        + " 1",
                "0.75               | \"0.75\"             | 'thresholds.0f.min_confidence' must be a number from 0 to"
                        + " 1",
                "\"sha256:0123456789ab\" | 7               | it takes a JSON object with 'checkpoint' and 'thresholds'",
                "\"learned\"        | \"calibration\"      | an object has this name twice"
            })
    void whatIsWrongIsNamed(String there, String instead, String complaint) {
        String file = new String(FILE, StandardCharsets.UTF_8);
        assertThat(file).contains(there);
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read(file.replace(there, instead)))
                .withMessageContaining(complaint);
    }

    @Test
    void aFileBeyondItsBoundIsNotRead() {
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read(" ".repeat((4 << 20) + 1)))
                .withMessage("it cannot be read: it is larger than 4194304 bytes, which no file of its kind needs");
    }
}
