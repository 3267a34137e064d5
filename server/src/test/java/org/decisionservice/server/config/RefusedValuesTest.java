// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.launch.CommandLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a message about a value says and what it must not say. */
class RefusedValuesTest {
    private static final Path NO_FILE = Path.of("there-is-no-such-file.yaml");

    private static String refusal(String variable, String value) {
        return String.valueOf(catchThrowableOfType(
                        ConfigurationException.class, () -> SettingsReader.read(Map.of(variable, value), NO_FILE))
                .getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "HF_ENDPOINT, https://user:s3cret@hub.example",
        "HF_ENDPOINT, https://user:s3cret/s3cret@s3cret@hub.example/a",
        "HF_ENDPOINT, user:s3cret@hub.example",
        "HF_ENDPOINT, https://hub.example/?token=s3cret",
        "HF_ENDPOINT, https://hub.example/#s3cret",
        "OTEL_EXPORTER_OTLP_ENDPOINT, ftp://user:s3cret@traces.example",
        "SERVICE_ALLOWED_ORIGINS, 'https://user:s3cret@a.example,https://b.example'",
        "SERVICE_PORT, https://user:s3cret@a.example"
    })
    void aPasswordInAnAddressIsNotShown(String variable, String value) {
        assertThat(refusal(variable, value)).startsWith(variable).doesNotContain("s3cret");
    }

    @Test
    void theRestOfTheAddressIsShown() {
        assertThat(refusal("HF_ENDPOINT", "https://user:s3cret@hub.example/a")).contains("'https://***@hub.example/a'");
        assertThat(refusal("HF_ENDPOINT", "https://hub.example/?token=s3cret")).contains("'https://hub.example/?***'");
        assertThat(Masked.of("/a/path@2:x")).isEqualTo("/a/path@2:x");
    }

    @Test
    void aCacheOfMoreThanAQuarterOfTheHeapSaysWhatItMayBe() {
        long quarter = Runtime.getRuntime().maxMemory() / 4 / (1 << 20);
        assertThat(refusal("SERVICE_CACHE_MB", Long.toString(quarter + 1)))
                .startsWith("SERVICE_CACHE_MB")
                .contains("from 0 to " + quarter)
                .contains("-Xmx");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVICE_PORT", "SERVICE_ADMIN_PORT"})
    void anAddressThatKubernetesSetNamesTheRemedy(String variable) {
        assertThat(refusal(variable, "tcp://10.0.0.1:8000"))
                .startsWith(variable + ": ")
                .contains("enableServiceLinks: false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVICE_API_KEY", "SERVICE_ADMIN_PASSWORD", "SERVICE_HOST", "SERVICE_CHECKPOINTS"})
    void aByteThatIsNoTextIsRefusedAndNotShown(String variable) {
        assertThat(refusal(variable, "s3cret\uFFFD"))
                .startsWith(variable)
                .contains("UTF-8")
                .doesNotContain("s3cret");
    }

    @Test
    void aSettingThatIsSpeltWrongInAFlagKeepsItsValueToItself() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> CommandLine.of(List.of("--api-key=s3cret")))
                .withMessageContaining("--api-key")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cret"));
    }
}
