// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.ScriptedEngine;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A limit on the number of checkpoints in memory. */
class EvictionTest {
    private final ScriptedEngine engine = new ScriptedEngine();
    private final ServedCheckpoint english = Catalogues.tiny(CheckpointName.ENGLISH);
    private final ServedCheckpoint multilingual = Catalogues.tiny(CheckpointName.MULTILINGUAL);
    private final ServedCheckpoint typed = Catalogues.tiny(CheckpointName.TYPED_DECISIONS);

    @TempDir
    private Path dir;

    private InferenceWorker worker(int most) {
        return new InferenceWorker(
                ScriptedResidency.of(engine, Device.CPU, OptionalInt.of(most)),
                Optional.empty(),
                Sharing.NONE,
                System::nanoTime,
                Optional.empty());
    }

    private static PassRequest work(ServedCheckpoint checkpoint) {
        Row row = new Row(new int[] {1, 2}, new int[] {1}, 0);
        return new PassRequest(checkpoint, List.of(List.of(PackedRow.of(row))), true);
    }

    @Test
    void theOneThatWasNotUsedForLongestLeavesBeforeAnotherIsLoaded() {
        try (InferenceWorker worker = worker(2)) {
            worker.infer(List.of(work(english)));
            worker.infer(List.of(work(multilingual)));
            worker.infer(List.of(work(english)));
            worker.infer(List.of(work(typed)));
            assertThat(worker.health().resident()).containsOnlyKeys("english", "typed-decisions");
            assertThat(engine.events())
                    .containsSubsequence("close multilingual cpu", "load typed-decisions cpu")
                    .doesNotContain("close english cpu");
            assertThat(worker.residents().occupancy().get("multilingual")).satisfies(left -> {
                assertThat(left.evictions()).isEqualTo(1);
                assertThat(left.resident()).isFalse();
            });
            assertThat(Objects.requireNonNull(worker.residents().occupancy().get("english"))
                            .evictions())
                    .isZero();
        }
    }

    @Test
    void aRequestForTwoCheckpointsIsAnsweredWithRoomForOne() {
        try (InferenceWorker worker = worker(1)) {
            PassRequest first = work(english);
            PassRequest second = work(multilingual);
            PassResult inferred = worker.infer(List.of(first, second));
            assertThat(inferred.logits().getFirst().size()).isEqualTo(1);
            assertThat(inferred.logits().getLast().size()).isEqualTo(1);
            assertThat(engine.events())
                    .containsExactly(
                            "load english cpu",
                            "forward english cpu 1",
                            "close english cpu",
                            "load multilingual cpu",
                            "forward multilingual cpu 1");
        }
    }

    @Test
    void aCheckpointWithoutItsWeightsPushesNothingOut() throws IOException {
        Copies.copy(Testdata.tiny().resolve("english"), dir.resolve("english"));
        ServedCheckpoint broken =
                Catalogues.catalogue(new HostSettings.Directory(dir)).all().getFirst();
        broken.checkpoint();
        Files.delete(dir.resolve("english/model.safetensors"));
        try (InferenceWorker worker = worker(1)) {
            worker.infer(List.of(work(multilingual)));
            assertThatExceptionOfType(EngineException.class).isThrownBy(() -> worker.infer(List.of(work(broken))));
            assertThat(worker.health().resident()).containsOnlyKeys("multilingual");
        }
    }
}
