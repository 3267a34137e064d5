// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.host.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTest {
    private static final Path NO_FILE = Path.of("there-is-no-such-file.yaml");

    @TempDir
    private Path dir;

    private Optional<String> keyFrom(byte[] content) throws IOException {
        Path file = Files.write(dir.resolve("key"), content);
        return SettingsReader.read(Map.of("SERVICE_API_KEY_FILE", file.toString(), "SERVICE_API_KEY", "other"), NO_FILE)
                .http()
                .apiKey();
    }

    @Test
    void theFileIsTrimmedAndWins() throws IOException {
        assertThat(keyFrom("  s3cret-clé \r\n".getBytes(StandardCharsets.UTF_8)))
                .contains("s3cret-clé");
        // As Windows' editors save text.
        assertThat(keyFrom("\uFEFFs3cret\r\n".getBytes(StandardCharsets.UTF_8))).contains("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "s3cret\ns3cret", "s3cret\u0000", "s3cret\u200b"})
    void aFileThatHoldsNoUsableKeyIsRefusedWithoutShowingIt(String content) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> keyFrom(content.getBytes(StandardCharsets.UTF_8)))
                .satisfies(e -> assertThat(e.getMessage())
                        .startsWith("SERVICE_API_KEY_FILE")
                        .doesNotContain("s3cret"));
    }

    @Test
    void aFileOfKeysTellsItself() throws IOException {
        Path keys = Files.writeString(dir.resolve("keys"), "\uFEFF\n {\"keys\": []}" + " ".repeat(20_000));
        HttpOptions http = SettingsReader.read(Map.of("SERVICE_API_KEY_FILE", keys.toString()), NO_FILE)
                .http();
        assertThat(http.keysFile()).contains(keys);
        assertThat(http.apiKey()).isEmpty();
        assertThat(http.open()).isFalse();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(
                        Map.of("SERVICE_API_KEY_FILE", keys.toString(), "SERVICE_API_KEY", "other"), NO_FILE))
                .withMessageStartingWith("SERVICE_API_KEY_FILE: a file of keys");
    }

    @Test
    void aFileThatIsNoTextOrTooLargeIsRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> keyFrom(new byte[] {(byte) 0xff, (byte) 0xfe}))
                .withMessageContaining("UTF-8");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> keyFrom(new byte[20_000]))
                .withMessageContaining("too large");
    }

    @Test
    void aKeyThatNoClientCouldSendIsRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(Map.of("SERVICE_API_KEY", "a\nb"), NO_FILE))
                .withMessageStartingWith("SERVICE_API_KEY:");
    }
}
