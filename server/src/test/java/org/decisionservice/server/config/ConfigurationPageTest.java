// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} has every setting, with the default and the meaning that the service reads. */
class ConfigurationPageTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void thePageHasEverySettingWithItsDefaultAndItsMeaning() throws IOException {
        List<String> page = Files.readAllLines(ROOT.resolve("docs/configuration.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
        List<String> settings =
                SettingsTable.rows().stream().map(ConfigurationPageTest::row).toList();
        assertThat(page)
                .as("docs/configuration.md differs: write its table anew with scripts/settings.py")
                .containsExactlyInAnyOrderElementsOf(settings);
    }

    private static String row(SettingsTable.Row row) {
        return "| `%s`%s | `%s` | %s | %s |"
                .formatted(
                        String.join("`, `", row.names()),
                        row.ofAnswers() ? " \\*" : "",
                        row.key(),
                        row.meaning().replace("|", "\\|"),
                        row.value().map(value -> "`" + value + "`").orElse("unset"));
    }
}
