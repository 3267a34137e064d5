// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.hub.Hub;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HubSettingsTest {
    private static final Path NO_FILE = Path.of("there-is-no-such-file.yaml");

    @TempDir
    private Path dir;

    static Hub.Settings read(Map<String, String> variables) {
        Map<String, String> environment = new HashMap<>(Map.of("HOME", "/home/me"));
        environment.putAll(variables);
        return SettingsReader.read(environment, NO_FILE).host().hub();
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', '', /home/me/.cache/huggingface/hub",
        "'', '', /xdg, /xdg/huggingface/hub",
        "/hf, '', /xdg, /hf/hub",
        "~/hf, '', '', /home/me/hf/hub",
        "$HOME/hf, '', '', /home/me/hf/hub",
        "'${HOME}/$NOT_SET', '', '', /home/me/$NOT_SET/hub",
        "/hf, /elsewhere, '', /elsewhere",
        "'', '~', '', /home/me",
    })
    void theCacheIsWherePythonLooksForIt(String home, String cache, String caches, Path expected) {
        assertThat(read(Map.of("HF_HOME", home, "HF_HUB_CACHE", cache, "XDG_CACHE_HOME", caches))
                        .cache())
                .isEqualTo(expected);
    }

    @Test
    void endpointAndOfflineSwitchAreRead() {
        assertThat(read(Map.of("HF_ENDPOINT", "http://mirror:8080/hf/")).endpoint())
                .isEqualTo(URI.create("http://mirror:8080/hf"));
        assertThat(read(Map.of("HF_HUB_OFFLINE", "1")).offline()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"huggingface.co", "ftp://x", "https://", "https://me:pw@x", "https://x?y", "https://x#y", "a b"})
    void anEndpointThatIsNoneNamesItself(String endpoint) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(Map.of("HF_ENDPOINT", endpoint)))
                .withMessageStartingWith("HF_ENDPOINT");
    }

    @Test
    void theTokenFileIsTrimmedAndWins() throws IOException {
        Path file = Files.writeString(dir.resolve("token"), " hf_file \n");
        assertThat(read(Map.of("HF_TOKEN", "hf_plain")).token()).contains("hf_plain");
        assertThat(read(Map.of("HF_TOKEN", "hf_plain", "HF_TOKEN_FILE", file.toString()))
                        .token())
                .contains("hf_file");
        assertThat(read(Map.of("HF_TOKEN", " ")).token()).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "s3cret s3cret", "s3cret\ns3cret", "s3crét"})
    void aTokenFileOfNoUseStopsTheStartWithoutShowingIt(String content) throws IOException {
        Path file = Files.writeString(dir.resolve("token"), content);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(Map.of("HF_TOKEN_FILE", file.toString(), "HF_TOKEN", "hf_plain")))
                .satisfies(e -> assertThat(e.getMessage())
                        .startsWith("HF_TOKEN_FILE")
                        .doesNotContain("s3cr", "hf_plain", "\n"));
    }

    @Test
    void aTokenFileThatCannotBeReadStopsTheStart() throws IOException {
        Path binary = Files.write(dir.resolve("token"), new byte[] {(byte) 0xff, (byte) 0xfe});
        for (String file : new String[] {dir.resolve("none").toString(), dir.toString(), binary.toString()}) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> read(Map.of("HF_TOKEN_FILE", file)))
                    .withMessageStartingWith("HF_TOKEN_FILE");
        }
    }

    @Test
    void aTokenOfNoUseIsNotShownEither() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(Map.of("HF_TOKEN", "s3cret\r\nX-Other: 1")))
                .satisfies(
                        e -> assertThat(e.getMessage()).startsWith("HF_TOKEN:").doesNotContain("s3cret"));
    }

    @Test
    void theTokenIsReadAsUtf8() throws IOException {
        Path file = Files.write(dir.resolve("token"), "hf_abc".getBytes(StandardCharsets.UTF_8));
        assertThat(read(Map.of("HF_TOKEN_FILE", file.toString())).token()).contains("hf_abc");
    }

    @ParameterizedTest
    @CsvSource({
        "'', /older, '', /older",
        "/named, /older, '', /named",
        "'', /older, /hf, /older",
        "'', '~/older', '', /home/me/older",
    })
    void theOlderNameOfTheCacheIsReadToo(String cache, String older, String home, Path expected) {
        assertThat(read(Map.of("HF_HUB_CACHE", cache, "HUGGINGFACE_HUB_CACHE", older, "HF_HOME", home))
                        .cache())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"'', 1, true", "0, 1, false", "1, '', true", "'', 0, false", "'', '', false"})
    void otherToolsSayThatThereIsNoNetwork(String hub, String transformers, boolean offline) {
        assertThat(read(Map.of("HF_HUB_OFFLINE", hub, "TRANSFORMERS_OFFLINE", transformers))
                        .offline())
                .isEqualTo(offline);
    }

    @Test
    void theTokenOfALoginIsUsedUnlessAnotherIsGiven() throws IOException {
        Path home = Files.createDirectories(dir.resolve("home"));
        Files.writeString(home.resolve("token"), "hf_login\n");
        Path elsewhere = Files.writeString(dir.resolve("elsewhere"), "hf_elsewhere");
        Map<String, String> login = Map.of("HF_HOME", home.toString());
        assertThat(read(login).token()).contains("hf_login");
        assertThat(read(with(login, "HF_TOKEN_PATH", elsewhere.toString())).token())
                .contains("hf_elsewhere");
        assertThat(read(with(login, "HF_TOKEN_PATH", dir.resolve("none").toString()))
                        .token())
                .isEmpty();
        assertThat(read(with(login, "HUGGING_FACE_HUB_TOKEN", "hf_old")).token())
                .contains("hf_old");
        assertThat(read(with(login, "HF_TOKEN", "hf_plain")).token()).contains("hf_plain");
        assertThat(read(with(login, "HF_HUB_DISABLE_IMPLICIT_TOKEN", "1")).token())
                .isEmpty();
    }

    @Test
    void aLoginThatCannotBeUsedIsSaidAndStopsNothing() throws IOException {
        Files.writeString(dir.resolve("token"), "s3cret s3cret");
        Map<String, String> login = Map.of("HF_HOME", dir.toString());
        assertThat(read(login).token()).isEmpty();
        assertThat(Notices.of(login, NO_FILE))
                .singleElement()
                .satisfies(notice -> assertThat(notice.text())
                        .startsWith("HF_TOKEN_PATH")
                        .endsWith("without a token")
                        .doesNotContain("s3cret"));
        assertThat(Notices.of(with(login, "HF_TOKEN", "hf_plain"), NO_FILE)).isEmpty();
    }

    private static Map<String, String> with(Map<String, String> variables, String name, String value) {
        Map<String, String> more = new HashMap<>(variables);
        more.put(name, value);
        return more;
    }
}
