// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.engines.EngineCatalogue;
import org.decisionservice.host.prepared.PreparedStore;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Starts of ONNX Runtime that find what the first one has prepared. */
abstract class PreparedStarts {
    static final String NOT_USED = "is not used: ";
    /** Accepts whatever random weights do. */
    static final double TOLERANCE = 1;

    static final long MUCH = 1L << 40;

    /** What the first start left, which takes a second to make. */
    @TempDir
    static Path left;

    static List<Float> expected = List.of();

    final Checkpoint checkpoint = Catalogues.tiny(CheckpointName.ENGLISH).checkpoint();

    @TempDir
    Path directory;

    Path store;

    @BeforeAll
    static void firstStart() {
        Checkpoint english = Catalogues.tiny(CheckpointName.ENGLISH).checkpoint();
        try (LogLines lines = new LogLines()) {
            expected = start(english, new PreparedStore.Settings(left, MUCH), TOLERANCE, onnx());
            assertThat(lines.with("kept for the next start")).hasSize(1);
            assertThat(lines.with("judging int8")).hasSize(1);
        }
    }

    @BeforeEach
    void copyOfTheFirst() throws IOException {
        store = directory.resolve("store");
        Copies.copy(left, store);
    }

    static Engine onnx() {
        return EngineCatalogue.find(PreparedStarts.class.getClassLoader())
                .choose("SERVICE_ENGINE", "onnx", EngineOptions.DEFAULTS, Precision.INT8, Optional.of(Device.CPU))
                .provider()
                .open(EngineOptions.DEFAULTS);
    }

    List<Float> start(double tolerance, Engine engine) {
        return start(checkpoint, new PreparedStore.Settings(store, MUCH), tolerance, engine);
    }

    /** As a process that has just begun: what it answers to the sentences that the gate reads. */
    static List<Float> start(Checkpoint checkpoint, PreparedStore.Settings settings, double tolerance, Engine engine) {
        try (GatedEngine gated = gated(engine, tolerance, settings)) {
            GatedModel judged = gated.load(checkpoint, Device.CPU, Precision.INT8);
            try (LoadedModel model = judged.model()) {
                assertThat(judged.report().orElseThrow().accepted()).isEqualTo(model.precision() == Precision.INT8);
                Candidate candidate = Candidate.of(checkpoint, Device.CPU, Precision.INT8);
                Logits logits = model.forward(candidate.source().sampleRows());
                List<Float> all = new ArrayList<>();
                for (int row = 0; row < logits.size(); row++) {
                    for (int slot = 0; slot < logits.options(row); slot++) {
                        all.add(logits.optionLogit(row, slot));
                    }
                }
                return all;
            }
        }
    }

    static GatedEngine gated(Engine engine, double tolerance, PreparedStore.Settings settings) {
        return new GatedEngine(
                engine,
                _ -> Set.of(Precision.FLOAT32, Precision.INT8),
                new PrecisionGate(tolerance),
                Optional.of(new PreparedStore(settings)));
    }

    Path folder() {
        return folders().getFirst();
    }

    List<Path> folders() {
        try (Stream<Path> all = Files.list(store)) {
            return all.filter(path -> Files.isDirectory(path.resolve("files"))).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void opened() {
        try (LogLines lines = new LogLines()) {
            assertThat(start(TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(lines.with("is opened from")).hasSize(1);
            assertThat(lines.with(NOT_USED)).isEmpty();
            assertThat(lines.with("judging int8")).isEmpty();
        }
    }
}
