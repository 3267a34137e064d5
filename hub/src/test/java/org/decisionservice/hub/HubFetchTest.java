// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.decisionservice.hub.HubHarness.COMMIT;
import static org.decisionservice.hub.HubHarness.ENGLISH;
import static org.decisionservice.hub.HubHarness.LATER_COMMIT;
import static org.decisionservice.hub.HubHarness.MULTILINGUAL;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.testing.hub.Exchange;
import org.decisionservice.testing.hub.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is requested from the hub, when, and what the cache contains afterwards. */
class HubFetchTest {
    private static final String WEIGHTS = "model.safetensors";

    @TempDir
    private Path dir;

    private HubHarness harness;

    @BeforeEach
    void start() throws IOException {
        harness = new HubHarness(dir.resolve("cache"));
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    @Test
    void onlyWhatACheckpointNeedsIsFetchedIntoTheSharedLayout() throws IOException {
        Snapshot snapshot = harness.hub().fetch(ENGLISH, Optional.empty());

        assertThat(snapshot.commit()).isEqualTo(COMMIT);
        assertThat(CheckpointFiles.REQUIRED).allMatch(file -> HubHarness.same(snapshot, "english", file));
        Path home = dir.resolve("cache/models--convaiinnovations--laya");
        assertThat(home.resolve("refs/main")).hasContent(COMMIT);
        Path link = home.resolve("snapshots").resolve(COMMIT).resolve("encoder/config.json");
        assertThat(Files.readSymbolicLink(link))
                .isEqualTo(Path.of("../../../blobs", harness.content.etag(COMMIT, "encoder/config.json")));
        assertThat(harness.blob(WEIGHTS).getFileName()).asString().hasSize(64);
        assertThat(home.resolve("snapshots").resolve(COMMIT))
                .isDirectoryRecursivelyContaining("glob:**/tokenizer/special.json")
                .isDirectoryNotContaining("glob:**/{README.md,other.safetensors,multilingual}");
        assertThat(home.resolve("blobs")).isDirectoryNotContaining("glob:**.incomplete");
        // Older clients treat anything else next to the repositories as a broken repository.
        assertThat(dir.resolve("cache"))
                .isDirectoryNotContaining(path -> !path.endsWith(".locks") && !path.endsWith(home.getFileName()));
        assertThat(harness.terminal.toString(StandardCharsets.UTF_8)).endsWith("\r");
    }

    @Test
    void aSubfolderIsACheckpointOfItsOwn() {
        Snapshot snapshot = harness.hub().fetch(MULTILINGUAL, Optional.empty());
        assertThat(snapshot.directory()).endsWithRaw(Path.of(COMMIT, "multilingual"));
        assertThat(CheckpointFiles.REQUIRED).allMatch(file -> HubHarness.same(snapshot, "multilingual", file));
        assertThat(harness.server.exchanges())
                .extracting(Exchange::path)
                .filteredOn(path -> path.contains("/resolve/"))
                .allMatch(path -> path.contains("/multilingual/"));
    }

    @Test
    void aCheckpointOfTheJuliaFamilyHasAConfigurationOfItsOwn() throws IOException {
        Path tiny = HubHarness.tiny().resolve("english");
        for (String file : CheckpointFiles.REQUIRED) {
            String name = file.equals("rl_agent_config.json") ? "julia_config.json" : file;
            harness.content.add(LATER_COMMIT, "julia/" + name, Files.readAllBytes(tiny.resolve(file)));
        }
        RepoFolder place = new RepoFolder(HubHarness.REPO, Optional.of("julia"));
        Snapshot snapshot = harness.hub().fetch(place, Optional.of(LATER_COMMIT));
        assertThat(snapshot.directory().resolve("julia_config.json")).isRegularFile();
        assertThat(snapshot.directory().resolve("rl_agent_config.json")).doesNotExist();
    }

    @Test
    void aCheckpointOfTheDecisionTuneFamilyHasNoFolders() throws IOException {
        Path tiny = HubHarness.tiny().resolve("decision-tune");
        List<String> files = List.of("config.json", "tokenizer.json", "model.safetensors", "head.safetensors");
        for (String file : files) {
            harness.content.add(LATER_COMMIT, "tune/" + file, Files.readAllBytes(tiny.resolve(file)));
        }
        harness.content.add(LATER_COMMIT, "tune/engine.py", new byte[1]);
        RepoFolder place = new RepoFolder(HubHarness.REPO, Optional.of("tune"));
        Snapshot snapshot = harness.hub().fetch(place, Optional.of(LATER_COMMIT));
        assertThat(files).allMatch(file -> HubHarness.same(snapshot, "decision-tune", file));
        assertThat(snapshot.directory().resolve("engine.py")).doesNotExist();
    }

    @Test
    void aCheckpointOfTheTacetFamilyHasAConfigurationInItsFolder() throws IOException {
        List<String> files = List.of(
                "config.json",
                "encoder/config.json",
                "tokenizer/tokenizer.json",
                "tokenizer/tokenizer_config.json",
                "model.safetensors");
        for (String file : files) {
            harness.content.add(
                    LATER_COMMIT,
                    "sonata/" + file,
                    Files.readAllBytes(HubHarness.tiny().resolve("tacet").resolve(file)));
        }
        RepoFolder place = new RepoFolder(HubHarness.REPO, Optional.of("sonata"));
        Snapshot snapshot = harness.hub().fetch(place, Optional.of(LATER_COMMIT));
        assertThat(files).allMatch(file -> HubHarness.same(snapshot, "tacet", file));
    }

    /** As large models are saved. */
    @Test
    void weightsInSeveralFilesAreAllFetchedAndNoneMayBeMissing() throws IOException {
        Path tiny = HubHarness.tiny().resolve("english");
        for (String file : CheckpointFiles.REQUIRED) {
            if (!file.equals(WEIGHTS)) {
                harness.content.add(LATER_COMMIT, "large/" + file, Files.readAllBytes(tiny.resolve(file)));
            }
        }
        harness.content.add(LATER_COMMIT, "large/model.safetensors.index.json", new byte[] {'{', '}'});
        for (int part = 1; part <= 3; part++) {
            harness.content.add(
                    LATER_COMMIT, "large/model-0000" + part + "-of-00003.safetensors", new byte[] {(byte) part});
        }
        RepoFolder large = new RepoFolder(HubHarness.REPO, Optional.of("large"));
        Snapshot snapshot = harness.hub().fetch(large, Optional.of(LATER_COMMIT));
        for (int part = 1; part <= 3; part++) {
            assertThat(snapshot.directory().resolve("model-0000" + part + "-of-00003.safetensors"))
                    .hasBinaryContent(new byte[] {(byte) part});
        }
        assertThat(snapshot.directory().resolve("model.safetensors.index.json")).exists();
        assertThat(harness.offline().fetch(large, Optional.of(LATER_COMMIT))).isEqualTo(snapshot);

        Files.delete(snapshot.directory().resolve("model-00002-of-00003.safetensors"));
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> harness.offline().fetch(large, Optional.of(LATER_COMMIT)));
    }

    @Test
    void nothingIsFetchedTwiceAndAPinnedCommitAsksNothing() {
        harness.hub().fetch(ENGLISH, Optional.empty());
        harness.server.forget();
        harness.hub().fetch(ENGLISH, Optional.empty());
        assertThat(harness.server.exchanges())
                .singleElement()
                .satisfies(
                        only -> assertThat(only.path()).isEqualTo("/api/models/convaiinnovations/laya/revision/main"));
        harness.server.forget();
        assertThat(harness.hub().fetch(ENGLISH, Optional.of(COMMIT)).commit()).isEqualTo(COMMIT);
        assertThat(harness.server.exchanges()).isEmpty();
    }

    @Test
    void aLaterCommitBringsOnlyWhatChanged() throws IOException {
        harness.hub().fetch(ENGLISH, Optional.empty());
        harness.content
                .add(LATER_COMMIT, "", HubHarness.tiny().resolve("english"))
                .add(LATER_COMMIT, "tokenizer/special.json", "{ }".getBytes(StandardCharsets.UTF_8))
                .point("main", LATER_COMMIT);
        harness.server.forget();
        assertThat(harness.hub().fetch(ENGLISH, Optional.empty()).commit()).isEqualTo(LATER_COMMIT);
        assertThat(harness.server.bytesSent()).isEqualTo(3);
        assertThat(harness.hub().fetch(ENGLISH, Optional.of(COMMIT)).commit()).isEqualTo(COMMIT);
    }

    @Test
    void aTagOrABranchWithASlashIsEncodedAndRemembered() {
        harness.content.point("refs/pr/1", COMMIT);
        harness.hub().fetch(ENGLISH, Optional.of("refs/pr/1"));
        assertThat(harness.server.exchanges().getFirst().path()).endsWith("/revision/refs%2Fpr%2F1");
        assertThat(harness.repo().commit("refs/pr/1")).contains(COMMIT);
        assertThat(harness.offline().fetch(ENGLISH, Optional.of("refs/pr/1")).commit())
                .isEqualTo(COMMIT);
    }

    @Test
    void offlineAsksNobodyAndNamesWhatIsMissing() {
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> harness.offline().fetch(ENGLISH, Optional.empty()))
                .withMessageContaining(HubHarness.REPO)
                .withMessageContaining("HF_HUB_OFFLINE");
        harness.hub().fetch(ENGLISH, Optional.empty());
        harness.server.forget();
        assertThat(harness.offline().fetch(ENGLISH, Optional.empty()).commit()).isEqualTo(COMMIT);
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> harness.offline().fetch(MULTILINGUAL, Optional.empty()))
                .withMessageContaining("multilingual");
        assertThat(harness.server.exchanges()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 500, 503})
    void cachedFilesAreUsedIfTheHubDoesNotAnswer(int status) {
        harness.hub().fetch(ENGLISH, Optional.empty());
        harness.server.fail("hub /api", new Fault.Answer(status, Map.of()));
        assertThat(harness.hub().fetch(ENGLISH, Optional.empty()).commit()).isEqualTo(COMMIT);
        assertThat(harness.pauses).as("no waiting").isEmpty();
    }

    @Test
    void aRevisionThatIsGoneIsAnErrorEvenWithACachedCopy() {
        harness.content.point("v1", COMMIT);
        harness.hub().fetch(ENGLISH, Optional.of("v1"));
        harness.content.point("v1", "unknown");
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> harness.hub().fetch(ENGLISH, Optional.of("v2")))
                .withMessageContaining("v2")
                .withMessageContaining("SERVICE_REVISION");
    }

    @Test
    void aLinkThatLeadsNowhereIsMended() throws IOException {
        harness.hub().fetch(ENGLISH, Optional.empty());
        Files.delete(harness.blob(WEIGHTS));
        harness.server.forget();
        Snapshot snapshot = harness.hub().fetch(ENGLISH, Optional.of(COMMIT));
        assertThat(HubHarness.same(snapshot, "english", WEIGHTS)).isTrue();
        assertThat(harness.server.bytesSent()).isEqualTo(harness.content.size(COMMIT, WEIGHTS));
    }

    @Test
    void aRepositoryWithoutACheckpointIsNamedWithTheFirstFileThatItLacks() {
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() ->
                        harness.hub().fetch(new RepoFolder(HubHarness.REPO, Optional.of("nowhere")), Optional.empty()))
                .withMessageContaining("nowhere/rl_agent_config.json");
    }

    @Test
    void listedPathsCannotLeaveTheCache() {
        harness.content.add(COMMIT, "tokenizer/../../../escape", new byte[] {1});
        harness.content.add(COMMIT, "tokenizer/deep/file", new byte[] {1});
        Snapshot snapshot = harness.hub().fetch(ENGLISH, Optional.empty());
        assertThat(snapshot.directory().resolve("tokenizer/deep")).doesNotExist();
        assertThat(dir).isDirectoryNotContaining("glob:**/escape");
    }
}
