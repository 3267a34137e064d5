// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.contract.Contract;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.rounds.ByCount;
import org.decisionservice.core.rounds.ByTokens;
import org.decisionservice.host.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that mean something, or nothing, together. */
class SettingsTogetherTest {
    private static final Path NO_FILE = Path.of("there-is-no-such-file.yaml");

    @TempDir
    private Path dir;

    private static Settings read(String variable, String value) {
        return SettingsReader.read(Map.of(variable, value), NO_FILE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"document", "full"})
    void aStrictServiceHasNoOtherContract(String contract) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(
                        () -> SettingsReader.read(Map.of("SERVICE_STRICT", "1", "SERVICE_CONTRACT", contract), NO_FILE))
                .withMessageStartingWith("SERVICE_STRICT: means SERVICE_CONTRACT=strict")
                .withMessageContaining(contract);
        assertThat(SettingsReader.read(Map.of("SERVICE_STRICT", "1", "SERVICE_CONTRACT", "strict"), NO_FILE)
                        .http()
                        .wire()
                        .contract())
                .isEqualTo(Contract.STRICT);
        assertThat(SettingsReader.read(Map.of("SERVICE_STRICT", "0", "SERVICE_CONTRACT", contract), NO_FILE)
                        .http()
                        .wire()
                        .contract())
                .isEqualTo(Contract.valueOf(contract.toUpperCase(java.util.Locale.ROOT)));
    }

    @Test
    void choicesAreAskedAsTheSettingsSay() {
        Approach off = read("SERVICE_TOURNAMENT_GROUP", "0").host().compute().approach();
        assertThat(off).isEqualTo(Approach.PLAIN);
        Settings auto = read("SERVICE_TOURNAMENT_GROUP", "AUTO");
        assertThat(auto.host().compute().approach().narrowing()).contains(new ByTokens());
        assertThat(auto.http().wire().choiceOptions()).isEqualTo(255);
        Settings group = read("SERVICE_TOURNAMENT_GROUP", "16");
        assertThat(group.host().compute().approach().narrowing()).contains(new ByCount(16));
        assertThat(group.http().wire().choiceOptions()).isEqualTo(255);
        Settings orders = read("SERVICE_OPTION_ORDERS", "4");
        assertThat(orders.host().compute().approach()).isEqualTo(new Approach(Optional.empty(), 4));
        assertThat(orders.http().wire().choiceOptions()).isEqualTo(100);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(
                        Map.of("SERVICE_TOURNAMENT_GROUP", "auto", "SERVICE_OPTION_ORDERS", "2"), NO_FILE))
                .withMessageStartingWith("SERVICE_OPTION_ORDERS: it cannot be combined with SERVICE_TOURNAMENT_GROUP");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void nobodyFromElsewhereHasTheServiceLearnWithoutAKey(String host) {
        Map<String, String> open = Map.of("SERVICE_DOCS", "Learn", "SERVICE_HOST", host);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(open, NO_FILE))
                .withMessageStartingWith("SERVICE_DOCS: learn lets whoever reaches '" + host + "'")
                .withMessageEndingWith("set SERVICE_API_KEY or SERVICE_API_KEY_FILE, or SERVICE_HOST=127.0.0.1");
        Map<String, String> keyed = new HashMap<>(open);
        keyed.put("SERVICE_API_KEY", "s3cret");
        assertThat(SettingsReader.read(keyed, NO_FILE).http().learns()).isTrue();
        Map<String, String> here = new HashMap<>(open);
        here.put("SERVICE_HOST", "127.0.0.1");
        assertThat(SettingsReader.read(here, NO_FILE).http().learns()).isTrue();
        Map<String, String> pages = new HashMap<>(open);
        pages.put("SERVICE_DOCS", "1");
        assertThat(SettingsReader.read(pages, NO_FILE).http().learns()).isFalse();
    }

    @Test
    void aLocalCheckpointExcludesANamedOne() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(
                        Map.of("SERVICE_MODEL_PATH", dir.toString(), "SERVICE_MODEL", "english"), NO_FILE))
                .withMessageContaining("SERVICE_MODEL:")
                .withMessageContaining("SERVICE_MODEL_PATH");
    }

    @Test
    void theOperatorsPortIsReachableFromElsewhereOnlyWithAPassword() {
        Map<String, String> open = Map.of("SERVICE_ADMIN_PORT", "0.0.0.0:0");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(open, NO_FILE))
                .withMessageStartingWith("SERVICE_ADMIN_PORT:")
                .withMessageContaining("SERVICE_ADMIN_PASSWORD");
        Map<String, String> guarded = new HashMap<>(open);
        guarded.put("SERVICE_ADMIN_PASSWORD", "s3cret");
        assertThat(SettingsReader.read(guarded, NO_FILE).admin())
                .contains(new Settings.Admin("0.0.0.0", 0, Optional.of("s3cret")));
    }
}
