// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoticesTest {
    private static final Path NO_FILE = Path.of("there-is-no-such-file.yaml");

    private static List<String> of(String variable, String value) {
        return Notices.of(Map.of(variable, value), NO_FILE).stream()
                .map(Notices.Notice::text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "SERVICE_APIKEY, SERVICE_API_KEY",
        "SERVICE_API_KY, SERVICE_API_KEY",
        "SERVICE_API_KEYFILE, SERVICE_API_KEY_FILE",
        "SERVICE_PROT, SERVICE_PORT",
        "SERVICE_CHECKPOINT, SERVICE_CHECKPOINTS",
        "SERVICE_MAX_CONCURRENCY, SERVICE_MAX_CONCURRENT",
    })
    void aSlipOfASettingStopsTheStartWithItsRightName(String slip, String right) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(Map.of(slip, "x"), NO_FILE))
                .withMessageStartingWith(slip + ": ")
                .withMessageContaining(" " + right + ".")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SERVICE_NAME",
                "SERVICE_URL",
                "SERVICE_TAGS",
                "SERVICE_ACCOUNT",
                "SERVICE_KEY",
                "SERVICE_POD",
                "SERVICE_ROOT",
                "SERVICE_NODE",
                "SERVICE_MODE",
                "SERVICE_HOSTS",
                "SERVICE_PORTS",
                "SERVICE_SERVICE_HOST",
                "SERVICE_PORT_8000_TCP",
                "SERVICE_PORT_8000_TCP_ADDR"
            })
    void aVariableOfAnotherToolGetsALineAndIsIgnored(String name) {
        assertThat(SettingsReader.read(Map.of(name, "x"), NO_FILE)).isEqualTo(SettingsReader.read(Map.of(), NO_FILE));
        assertThat(of(name, "x")).singleElement().asString().startsWith(name + ": ");
    }

    @Test
    void aShortNameThatIsNearlyASettingIsAskedAbout() {
        assertThat(of("SERVICE_HOSTS", "x")).singleElement().asString().endsWith("did you mean SERVICE_HOST?");
        assertThat(of("SERVICE_MODE", "x")).singleElement().asString().endsWith("did you mean SERVICE_MODEL?");
    }

    @Test
    void documentedSettingsCauseNoNotice() {
        assertThat(Notices.of(
                        Map.of("SERVICE_PORT", "0", "SERVICE_BIND_ADDRESS", "0.0.0.0", "SERVICE_APIKEY", " "), NO_FILE))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVICE_THREADS", "OMP_NUM_THREADS"})
    void moreThreadsThanTheMachineHasAreClampedWithOneLine(String variable) {
        int here = Runtime.getRuntime().availableProcessors();
        assertThat(of(variable, "4096"))
                .containsExactly(variable + ": 4096 threads are more than the " + here + " processors here; " + here
                        + " are used");
        assertThat(of(variable, Integer.toString(here))).isEmpty();
        assertThat(EffectiveSettings.of(Map.of(variable, "4096"), NO_FILE))
                .extracting(EffectiveSettings.Entry::toString)
                .contains("compute.threads = " + here + " (" + variable + ")");
    }

    /** The image asks for four threads, and a machine of two is no reason to warn. */
    @Test
    void onlyWhatHasNoEffectIsAWarning() {
        assertThat(Notices.of(Map.of("OMP_NUM_THREADS", "4096", "SERVICE_NAME", "x"), NO_FILE))
                .extracting(notice -> notice.level() + " " + notice.text().split(":", 2)[0])
                .containsExactlyInAnyOrder("INFO OMP_NUM_THREADS", "WARNING SERVICE_NAME");
    }

    @Test
    void variablesOfOpenTelemetryWithoutEffectGetALineIfTracesAreSent() {
        Map<String, String> variables = Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318",
                "OTEL_SERVICE_NAME", "decisions",
                "OTEL_METRICS_EXPORTER", "otlp");
        assertThat(Notices.of(variables, NO_FILE))
                .singleElement()
                .asString()
                .contains("WARNING", "OTEL_METRICS_EXPORTER: ignored");
        assertThat(of("OTEL_METRICS_EXPORTER", "otlp")).isEmpty();
    }

    @Test
    void aRequestFileGetsALineBecauseAServiceIgnoresIt() {
        assertThat(of("SERVICE_REQUEST_FILE", "ask.json"))
                .singleElement()
                .asString()
                .startsWith("SERVICE_REQUEST_FILE: ignored")
                .contains("--once");
    }
}
