// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadWatchTest {
    private static final Logger LOG = Logger.getLogger(LoadWatch.class.getName());

    private final List<Level> said = new ArrayList<>();
    private final List<ServedCheckpoint> loads = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= Level.INFO.intValue()) {
                said.add(line.getLevel());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private long now;

    @TempDir
    private Path dir;

    @BeforeEach
    void listen() {
        LOG.addHandler(handler);
        LOG.setUseParentHandlers(false);
    }

    @AfterEach
    void leave() {
        LOG.removeHandler(handler);
        LOG.setUseParentHandlers(true);
    }

    private CheckpointCatalogue catalogue() throws IOException {
        Copies.copy(Testdata.tiny(), dir.resolve("tiny"));
        return Catalogues.catalogue(new HostSettings.Directory(dir.resolve("tiny")));
    }

    private void lookFor(LoadWatch watch, int seconds) {
        for (int second = 0; second < seconds; second += 5) {
            watch.look();
            now += TimeUnit.SECONDS.toNanos(5);
        }
    }

    @Test
    void aCheckpointThatIsCutOffIsFoundWithoutALoadAndSaidOnceAMinute() throws Exception {
        CheckpointCatalogue catalogue = catalogue();
        Path weights = dir.resolve("tiny/english/model.safetensors");
        byte[] whole = Files.readAllBytes(weights);
        Files.write(weights, Arrays.copyOf(whole, whole.length / 2));
        try (LoadWatch watch = new LoadWatch(catalogue.all(), loads::add, () -> now)) {
            assertThat(watch.isReady()).as("before anything is known").isFalse();
            lookFor(watch, 150);
            assertThat(watch.failing())
                    .containsExactly(catalogue.find(CheckpointName.ENGLISH).orElseThrow());
            assertThat(watch.isReady()).isFalse();
            assertThat(said).containsExactly(Level.WARNING, Level.WARNING, Level.WARNING);
            Files.write(weights, whole);
            lookFor(watch, 5);
            assertThat(watch.isReady()).isTrue();
            assertThat(said).endsWith(Level.INFO);
            assertThat(loads).as("what was never asked for is not loaded").isEmpty();
        }
    }

    /** Its files are whole, as far as a check can see, so only another load can tell. */
    @Test
    void aCheckpointThatFailedToLoadIsLoadedAgain() throws Exception {
        CheckpointCatalogue catalogue = catalogue();
        ServedCheckpoint english = catalogue.find(CheckpointName.ENGLISH).orElseThrow();
        EngineException fault = new EngineException(EngineException.Kind.BAD_MODEL, "tensor 'a' is missing");
        try (LoadWatch watch = new LoadWatch(
                catalogue.all(),
                checkpoint -> {
                    loads.add(checkpoint);
                    if (loads.size() < 3) {
                        checkpoint.loads().failed(fault);
                        throw fault;
                    }
                    checkpoint.loads().succeeded();
                },
                () -> now)) {
            lookFor(watch, 5);
            assertThat(watch.isReady()).isTrue();
            english.loads().failed(fault);
            assertThat(watch.isReady()).isFalse();
            lookFor(watch, 10);
            assertThat(watch.isReady()).isFalse();
            lookFor(watch, 5);
            assertThat(watch.isReady()).isTrue();
            assertThat(loads).containsExactly(english, english, english);
            assertThat(said).containsExactly(Level.WARNING, Level.INFO);
            assertThat(english.loads().failures())
                    .as("one failure that is told twice")
                    .isEqualTo(1);
        }
    }
}
