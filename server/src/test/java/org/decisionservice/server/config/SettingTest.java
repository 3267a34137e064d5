// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingTest {
    /** Everything in these sections is about what is answered, but for the routes that are served beside them. */
    private static final List<String> OF_ANSWERS =
            List.of("contract.", "choices.", "routing.", "windows.", "compute.precision", "compute.engine");

    @Test
    void theLinesOfTheFileAreTheSettingsInTheirOrder() {
        assertThat(SettingsTable.rows())
                .as("Setting has other names than conf/application.yaml: write them with scripts/settings.py")
                .isEqualTo(Arrays.stream(Setting.values()).map(Setting::row).toList());
        assertThat(Arrays.stream(Setting.values()).map(Setting::key)).doesNotHaveDuplicates();
    }

    @Test
    void settingsOfAnswersHaveAStar() {
        assertThat(Arrays.stream(Setting.values())
                        .filter(setting -> OF_ANSWERS.stream().anyMatch(setting.key()::startsWith))
                        .filter(setting ->
                                setting != Setting.DECISIONS && setting != Setting.PLAN && setting != Setting.MCP))
                .hasSizeGreaterThan(10)
                .allSatisfy(setting ->
                        assertThat(setting.changesAnswers()).as(setting.key()).isTrue());
    }

    @Test
    void noSecretIsWrittenIntoANote() {
        assertThat(Arrays.stream(Setting.values()).filter(Setting::secret))
                .hasSize(3)
                .noneMatch(Setting::changesAnswers);
    }
}
