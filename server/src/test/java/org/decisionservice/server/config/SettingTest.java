// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.contract.WireOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void theShippedFileSaysTheDefaults() {
        Settings untold = SettingsReader.read(Map.of(), Path.of("there-is-no-such-file.yaml"));
        assertThat(SettingsReader.read(Map.of(), Path.of("..", "conf", "application.yaml")))
                .isEqualTo(untold);
        assertThat(untold.http().wire()).isEqualTo(WireOptions.DEFAULTS);
    }

    /** The file is the only place of defaults, so nothing else would notice that one has changed. */
    @ParameterizedTest
    @CsvSource({
        "HOST, 0.0.0.0",
        "PORT, 8000",
        "ROOT_PATH,",
        "DEVICE, auto",
        "PRELOAD, true",
        "MODELS,",
        "THREADS,",
        "AUTO_TASK, false",
        "IDLE_UNLOAD_SECONDS, 0",
        "DEFAULT_MODEL, english",
        "API_KEY,",
        "LOG_LEVEL, info",
        "MAX_CONCURRENT, 16",
        "MAX_BATCH_TOKENS, 131072",
        "STRICT, false"
    })
    void defaultsAreThoseOfTheInterface(Setting setting, String value) {
        assertThat(setting.row().value()).isEqualTo(Optional.ofNullable(value));
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
