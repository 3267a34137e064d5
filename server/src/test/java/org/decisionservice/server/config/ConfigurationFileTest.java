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
import java.util.concurrent.TimeUnit;
import org.decisionservice.host.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are no configuration, whatever they do to a parser, are refused in one line. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConfigurationFileTest {
    @TempDir
    private Path dir;

    private Settings read(String text) throws IOException {
        return SettingsReader.read(Map.of(), Files.writeString(dir.resolve("application.yaml"), text));
    }

    private void refused(String text, String said) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(text))
                .satisfies(e -> assertThat(e.getMessage())
                        .contains("application.yaml", said)
                        .doesNotContain("\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "z: &z [*z]|line 1: the alias *z",
                "listen: &a {port: *a}|line 1: the alias *a",
                "a: &a [x]#b: [*a]|line 2: the alias *a",
                "listen:#  port: 1#  port: 2|line 3: 'port' is given twice",
                "listen:#  port: 1#listen:#  host: x|line 3: 'listen' is given twice",
                "listen: 8000|line 1: the value '8000' stands where a section belongs",
                "listen:#\tport: 0|line 2",
                "listen: {port: 0}#---#listen: {port: 1}|second document",
                "- listen|a list cannot be the whole file",
                "8000|a value cannot be the whole file",
                "? [a, b]#: c|cannot be the name",
                "listen: {port: {a: 1}}|unknown setting 'listen.port.a'",
                "listen: !!java.net.URL [x]|",
                "listen: {port: 0|line 1"
            })
    void invalidYamlIsRefusedWithItsLine(String text, String said) {
        refused(text.replace('#', '\n').replace("\\t", "\t"), said == null ? "" : said);
    }

    @Test
    void deepNestingAndLargeFilesAreRefused() throws IOException {
        refused("listen: " + "[".repeat(100_000), "nested more than 8 levels deep");
        refused("x: ".repeat(1) + "\"" + "y".repeat(2_000_000) + "\"", "larger than 1048576 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# only a comment\n", "---\n", "listen: {}\n"})
    void aFileWithoutSettingsCountsAsEmpty(String text) throws IOException {
        assertThat(read(text).listen().port()).isEqualTo(8000);
    }

    @Test
    void listsAndAByteOrderMarkAreRead() throws IOException {
        assertThat(
                        read("\uFEFFlisten:\n  port: 0\nsecurity:\n  allowed-origins: [https://a.example, https://b.example]\n")
                                .listen()
                                .port())
                .isZero();
    }

    @Test
    void aFileThatIsNotUtf8IsRefused() throws IOException {
        Path file = Files.write(
                dir.resolve("application.yaml"), "listen: {host: \u00e9}".getBytes(StandardCharsets.ISO_8859_1));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(Map.of(), file))
                .withMessageContaining("it is not UTF-8");
    }
}
