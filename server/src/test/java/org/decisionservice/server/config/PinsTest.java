// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.hub.RepoFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PinsTest {
    private static final Path NO_FILE = Path.of("there-is-no-such-file.yaml");
    private static final String HEX = "0123456789abcdefABCDEF0123456789abcdef0123456789abcdef0123456789";

    @TempDir
    private Path dir;

    private static HostSettings.Pins read(String variable, String value) {
        return SettingsReader.read(Map.of(variable, value), NO_FILE)
                .host()
                .checkpoints()
                .pins();
    }

    private static HostSettings.OnHub onHub(Optional<String> folder) {
        return new HostSettings.OnHub(new RepoFolder("owner/name", folder));
    }

    @Test
    void singleCheckpointsHaveSourcesOfTheirOwn() {
        assertThat(read(
                                "SERVICE_EXTRA_MODELS",
                                "{\"en\": \"owner/name\", \"ML\": \"hub:owner/name/some/folder\", \"typed\": \"" + dir
                                        + "\"}")
                        .places())
                .isEqualTo(Map.of(
                        CheckpointName.ENGLISH, onHub(Optional.empty()),
                        CheckpointName.MULTILINGUAL, onHub(Optional.of("some/folder")),
                        CheckpointName.TYPED_DECISIONS, new HostSettings.Folder(dir)));
    }

    @Test
    void aRevisionForAllYieldsToOneForASingleCheckpoint() {
        assertThat(read("SERVICE_REVISION", "multilingual=refs/pr/2, v1").revisions())
                .isEqualTo(Map.of(
                        CheckpointName.ENGLISH, "v1",
                        CheckpointName.MULTILINGUAL, "refs/pr/2",
                        CheckpointName.TYPED_DECISIONS, "v1"));
    }

    @Test
    void theFileTakesThemToo() throws IOException {
        Path file = Files.writeString(dir.resolve("application.yaml"), """
                checkpoints:
                  source: hub
                  extra-models: '{"english": "owner/name"}'
                  revision: [english=v2]
                  sha256-digests: '{"english": {"model.safetensors": "%s"}}'
                """.formatted(HEX));
        HostSettings.Checkpoints read =
                SettingsReader.read(Map.of(), file).host().checkpoints();
        assertThat(read.source()).isEqualTo(new HostSettings.Published());
        assertThat(read.pins().places()).containsOnlyKeys(CheckpointName.ENGLISH);
        assertThat(read.pins().revisions()).isEqualTo(Map.of(CheckpointName.ENGLISH, "v2"));
        assertThat(read.pins().digests()).containsOnlyKeys("english");
    }

    @Test
    void digestsAreReadByCheckpointAndPathInSmallLetters() {
        assertThat(read(
                                "SERVICE_SHA256_DIGESTS",
                                "{\"ML\": {\"tokenizer/tokenizer.json\": \"" + HEX + "\"}, \"local\": {}}")
                        .digests())
                .isEqualTo(Map.of(
                        "multilingual", Map.of("tokenizer/tokenizer.json", HEX.toLowerCase(Locale.ROOT)),
                        "local", Map.of()));
    }

    @Test
    void digestsOfManifestsVouchForWhatWasPrepared() {
        String manifest = "prepared/0123456789ab-int8-cdef01234567/manifest.json";
        String digests = "{\"english\": {\"model.safetensors\": \"" + HEX + "\"%s}}";
        assertThat(vouched("{\"english\": {}}")).isEmpty();
        assertThat(vouched(digests.formatted(""))).contains(Set.of());
        assertThat(vouched(digests.formatted(", \"" + manifest + "\": \"" + HEX + "\"")))
                .contains(Set.of(HEX.toLowerCase(Locale.ROOT)));
    }

    private static Optional<Set<String>> vouched(String digests) {
        return SettingsReader.read(Map.of("SERVICE_SHA256_DIGESTS", digests, "SERVICE_PREPARED", "kept"), NO_FILE)
                .host()
                .compute()
                .prepared()
                .orElseThrow()
                .vouched();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SERVICE_EXTRA_MODELS; english=owner/name",
                "SERVICE_EXTRA_MODELS; {\"english\": \"nowhere\"}",
                "SERVICE_EXTRA_MODELS; {\"english\": \"/there/is/no/such/directory\"}",
                "SERVICE_EXTRA_MODELS; {\"english\": \"owner/na--me\"}",
                "SERVICE_EXTRA_MODELS; {\"english\": \"owner/name/../x\"}",
                "SERVICE_REVISION; ../main",
                "SERVICE_REVISION; a b",
                "SERVICE_REVISION; /main",
                "SERVICE_REVISION; english=",
                "SERVICE_REVISION; klingon=v1",
                "SERVICE_REVISION; 'english=v1,en=v2'",
                "SERVICE_REVISION; 'v1,v2'",
            })
    void aSourceOrRevisionThatIsNoneNamesItsVariable(String variable, String value) {
        expectRefusal(variable, value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no json",
                "[]",
                "{\"english\": \"x\"}",
                "{\"klingon\": {}}",
                "{\"english\": {\"model.safetensors\": \"abc\"}}",
                "{\"english\": {\"model.safetensors\": 1}}",
                "{\"english\": {}, \"english\": {}}",
                "{\"english\": {}, \"en\": {}}",
                "{\"english\": {}} x",
                "{\"english\": {\"../x\": \"" + HEX + "\"}}",
                "{\"english\": {\"/x\": \"" + HEX + "\"}}",
                "{\"english\": {\"a\\\\b\": \"" + HEX + "\"}}",
                "{\"english\": {\"c:x\": \"" + HEX + "\"}}",
            })
    void digestsThatCannotBeMeantNameTheirVariable(String value) {
        expectRefusal("SERVICE_SHA256_DIGESTS", value);
    }

    private static void expectRefusal(String variable, String value) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(variable, value))
                .satisfies(e -> assertThat(e.getMessage())
                        .startsWith(variable)
                        .contains("takes")
                        .doesNotContain("\n"));
    }
}
