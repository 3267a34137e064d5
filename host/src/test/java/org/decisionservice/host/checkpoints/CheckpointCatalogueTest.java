// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointCatalogueTest {
    @TempDir
    private Path dir;

    private static CheckpointCatalogue of(HostSettings.Source source) {
        return Catalogues.catalogue(source);
    }

    @Test
    void theStarterAnswersUnderAllNamesFromOneDirectory() {
        CheckpointCatalogue catalogue = of(new HostSettings.Starter());
        assertThat(catalogue.all()).hasSize(1);
        ServedCheckpoint only = catalogue.all().getFirst();
        assertThat(CheckpointName.ROUTED)
                .allSatisfy(name -> assertThat(catalogue.find(name)).containsSame(only));
        assertThat(only.labels()).containsExactly("english", "multilingual", "typed-decisions");
        assertThat(only.repo(only.checkpoint())).isEqualTo("laya-starter-en");
        assertThat(catalogue.routed()).isTrue();
    }

    @Test
    void aDirectoryIsReportedByItsLastElementNeverByItsPath() {
        CheckpointCatalogue catalogue = Catalogues.tiny();
        assertThat(catalogue.all())
                .extracting(served -> served.repo(served.checkpoint()))
                .containsExactly("tiny/english", "tiny/multilingual", "tiny/typed-decisions");
        assertThat(catalogue.all())
                .extracting(served -> served.labels().getFirst())
                .containsExactly("english", "multilingual", "typed-decisions");
    }

    @Test
    void onlyTheCheckpointsThatAreThereAreServed() throws IOException {
        Files.createDirectory(dir.resolve("multilingual"));
        CheckpointCatalogue catalogue = of(new HostSettings.Directory(dir));
        assertThat(catalogue.find(CheckpointName.ENGLISH)).isEmpty();
        assertThat(catalogue.find(CheckpointName.MULTILINGUAL)).isPresent();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> catalogue.require(CheckpointName.ENGLISH, "SERVICE_MODELS"))
                .withMessage("SERVICE_MODELS: english is not among the checkpoints that are served; it takes one of:"
                        + " multilingual");
    }

    @Test
    void aDirectoryWithoutAnyCheckpointIsRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> of(new HostSettings.Directory(dir)))
                .withMessageStartingWith("SERVICE_CHECKPOINTS: ")
                .withMessageContaining("english/, multilingual/, typed-decisions/");
    }

    @Test
    void aMissingStarterIsRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> CheckpointCatalogue.of(
                        new HostSettings.Checkpoints(
                                new HostSettings.Starter(),
                                HostSettings.Pins.NONE,
                                HostSettings.Loading.LAZY,
                                List.of(),
                                List.of(),
                                List.of(),
                                OptionalDouble.empty(),
                                TextReading.WITH_SPECIAL_TOKENS),
                        Catalogues.noHub(),
                        dir.resolve("starter")))
                .withMessageContaining("starter checkpoint is missing");
    }

    @Test
    void oneLocalCheckpointAnswersEverythingWithoutRouting() {
        CheckpointCatalogue catalogue =
                of(new HostSettings.Local(Testdata.tiny().resolve("english")));
        assertThat(catalogue.routed()).isFalse();
        assertThat(catalogue.all()).singleElement().satisfies(served -> {
            assertThat(served.labels()).containsExactly("local");
            assertThat(served.repo(served.checkpoint())).isEqualTo("local");
        });
    }

    @Test
    void aCheckpointIsReadOnceHoweverManyAsk() {
        ServedCheckpoint english = Catalogues.tiny(CheckpointName.ENGLISH);
        Set<Integer> identities = ConcurrentHashMap.newKeySet();
        Set<Checkpoint> seen = new HashSet<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 16; i++) {
                threads.execute(() -> identities.add(System.identityHashCode(english.checkpoint())));
            }
        }
        seen.add(english.checkpoint());
        assertThat(identities)
                .containsExactly(System.identityHashCode(seen.iterator().next()));
    }

    @Test
    void aFailureToReadIsNotRemembered() throws IOException {
        Path english = Files.createDirectory(dir.resolve("english"));
        ServedCheckpoint served = of(new HostSettings.Directory(dir)).all().getFirst();
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(served::checkpoint)
                .withMessageContaining("rl_agent_config.json");
        Copies.copy(Testdata.tiny().resolve("typed-decisions"), english);
        assertThat(served.checkpoint().maxLen()).isEqualTo(1024);
    }
}
