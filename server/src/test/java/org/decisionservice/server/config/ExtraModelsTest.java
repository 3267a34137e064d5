// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.hub.RepoFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtraModelsTest {
    private static final Path NO_FILE = Path.of("none.yaml");
    private static final String PAPERS = "{\"papers\": \"owner/name\"}";

    @TempDir
    private Path dir;

    private static Settings read(Map<String, String> environment) {
        return SettingsReader.read(environment, NO_FILE);
    }

    private static void expectRefusal(Map<String, String> environment, String... parts) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(environment))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
    }

    @Test
    void theThreeFormsOfAPlace() {
        String text = "{\"Papers\": \"owner/name/folder\", \"mails\": \"%s\", \"a.b_c-1\": [\"owner/other\", \"sub\"]}"
                .formatted(dir);
        assertThat(read(Map.of("SERVICE_EXTRA_MODELS", text))
                        .host()
                        .checkpoints()
                        .pins()
                        .extra())
                .containsExactly(
                        entry(new CheckpointName("papers"), hub("owner/name", "folder")),
                        entry(new CheckpointName("mails"), new HostSettings.Folder(dir)),
                        entry(new CheckpointName("a.b_c-1"), hub("owner/other", "sub")));
    }

    private static HostSettings.Place hub(String repo, String folder) {
        return new HostSettings.OnHub(new RepoFolder(repo, Optional.of(folder)));
    }

    @Test
    void theFileTakesTheSameText() throws IOException {
        Path file = Files.writeString(dir.resolve("a.yaml"), "checkpoints:\n  extra-models: '" + PAPERS + "'\n");
        assertThat(SettingsReader.read(Map.of(), file)
                        .host()
                        .checkpoints()
                        .pins()
                        .extra())
                .containsOnlyKeys(new CheckpointName("papers"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"ml\": \"owner/name\", \"multilingual\": \"o/n\"} | the name 'multilingual' is given twice",
                "{\" \": \"owner/name\"} | ' ' cannot be a name; it takes letters",
                "{\"a b\": \"owner/name\"} | 'a b' cannot be a name",
                "{\"-a\": \"owner/name\"} | '-a' cannot be a name",
                "{\"auto\": \"owner/name\"} | 'auto' has a meaning of its own",
                "{\"Local\": \"owner/name\"} | 'Local' has a meaning of its own",
                "{\"p\": \"owner/name\", \"P\": \"owner/name\"} | the name 'p' is given twice",
                "{\"p\": \"/no/such/directory\"} | the source of 'p' cannot be used; it takes a directory that exists",
                "{\"p\": 1} | the source of 'p' cannot be used",
                "{\"p\": [\"owner/name\"]} | the source of 'p' cannot be used",
                "{\"p\": [\"owner\", \"name\"]} | the source of 'p' cannot be used",
                "{\"p\": [\"owner/name\", \"../up\"]} | the source of 'p' cannot be used"
            })
    void anUnusableEntryIsRefusedByName(String text, String wanted) {
        expectRefusal(
                Map.of("SERVICE_EXTRA_MODELS", text), "SERVICE_EXTRA_MODELS (checkpoints.extra-models): ", wanted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "papers=owner/name",
                "[]",
                "{\"a\": \"o/n\"",
                "{\"a\": \"o/n\"} {}",
                "{\"a\":\"o/n\",\"a\":\"o/n\"}"
            })
    void onlyAnObjectIsAccepted(String text) {
        expectRefusal(Map.of("SERVICE_EXTRA_MODELS", text), "it takes a JSON object such as");
    }

    @Test
    void settingsTakeTheNames() {
        Settings settings = read(Map.of(
                "SERVICE_EXTRA_MODELS", PAPERS,
                "SERVICE_MODELS", "Papers",
                "SERVICE_DEFAULT_MODEL", "papers",
                "SERVICE_MODEL", "PAPERS",
                "SERVICE_ENGINE", "papers=pytorch",
                "SERVICE_REVISION", "papers=v1",
                "SERVICE_SHA256_DIGESTS", "{\"papers\": {\"model.safetensors\": \"" + "0".repeat(64) + "\"}}"));
        CheckpointName papers = new CheckpointName("papers");
        assertThat(settings.host().checkpoints().loading().models()).containsExactly(papers);
        assertThat(settings.host().routing()).isEqualTo(new HostSettings.Routing(papers, Optional.of(papers), false));
        assertThat(settings.host().compute().engineOf(papers)).isEqualTo("pytorch");
        assertThat(settings.host().checkpoints().pins().revisions()).containsExactly(entry(papers, "v1"));
        assertThat(settings.host().checkpoints().pins().digests()).containsOnlyKeys("papers");
    }

    @Test
    void aNameThatIsNotServedIsRefusedWithThoseThatAre() {
        expectRefusal(
                Map.of("SERVICE_EXTRA_MODELS", PAPERS, "SERVICE_DEFAULT_MODEL", "mails"),
                "SERVICE_DEFAULT_MODEL",
                "english, multilingual, typed-decisions, papers or an alias such as ml");
    }

    @Test
    void oneCheckpointThatAnswersEverythingLeavesNoRoomForNames() {
        for (String models : List.of(PAPERS, "{\"english\": \"owner/name\"}")) {
            expectRefusal(
                    Map.of("SERVICE_EXTRA_MODELS", models, "SERVICE_MODEL_PATH", dir.toString()),
                    "SERVICE_EXTRA_MODELS: must be unset when SERVICE_MODEL_PATH is a single checkpoint");
        }
    }

    @Test
    void aLimitIsANumberThatHoldsWhatIsPreloaded() {
        assertThat(read(Map.of()).host().checkpoints().loading().most()).isEmpty();
        assertThat(read(Map.of("SERVICE_MAX_LOADED", "2"))
                        .host()
                        .checkpoints()
                        .loading()
                        .most())
                .isEqualTo(OptionalInt.of(2));
        expectRefusal(Map.of("SERVICE_MAX_LOADED", "0"), "SERVICE_MAX_LOADED", "whole number from 1");
        Map<String, String> tight = Map.of("SERVICE_MAX_LOADED", "1", "SERVICE_MODELS", "english,ml");
        expectRefusal(tight, "SERVICE_MODELS: names 2 checkpoints to preload, but SERVICE_MAX_LOADED allows 1");
        assertThat(read(Map.of("SERVICE_MAX_LOADED", "1", "SERVICE_MODELS", "english,ml", "SERVICE_PRELOAD", "0"))
                        .host()
                        .checkpoints()
                        .loading()
                        .models())
                .isEqualTo(List.of(CheckpointName.ENGLISH, CheckpointName.MULTILINGUAL));
    }
}
