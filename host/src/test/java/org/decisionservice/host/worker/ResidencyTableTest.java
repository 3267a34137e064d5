// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.ScriptedEngine;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what the interface document's table of residency says beyond the plain window, with a clock that the test sets.
 */
class ResidencyTableTest {
    private static final Duration WINDOW = Duration.ofMillis(40);

    private final AtomicLong now = new AtomicLong();
    private final ScriptedEngine engine = new ScriptedEngine();
    private final ServedCheckpoint english = Catalogues.tiny(CheckpointName.ENGLISH);

    @TempDir
    private Path dir;

    private InferenceWorker worker(Optional<Duration> window) {
        return new InferenceWorker(
                ScriptedResidency.of(engine, Device.cuda(0)), window, Sharing.NONE, now::get, Optional.empty());
    }

    private static List<PassRequest> work(ServedCheckpoint checkpoint) {
        Row row = new Row(new int[] {1, 2}, new int[] {1}, 0);
        return List.of(new PassRequest(checkpoint, List.of(List.of(PackedRow.of(row))), true));
    }

    private static void awaitUnload(InferenceWorker worker) {
        Await.until("everything is unloaded", () -> worker.health().resident().isEmpty());
    }

    @Test
    void withoutAWindowNothingIsEverDropped() {
        try (InferenceWorker worker = worker(Optional.empty())) {
            worker.infer(work(english));
            now.addAndGet(Duration.ofDays(365).toNanos());
            worker.infer(work(english));
            assertThat(engine.events())
                    .containsExactly("load english cuda", "forward english cuda 1", "forward english cuda 1");
            assertThat(worker.health().resident()).containsOnlyKeys("english");
            assertThat(worker.health().idle()).isEmpty();
        }
    }

    @Test
    void aPassLongerThanTheWindowIsNotInterruptedAndRestartsIt() throws InterruptedException {
        try (InferenceWorker worker = worker(Optional.of(WINDOW))) {
            worker.infer(work(english));
            long windowBegan = System.nanoTime();
            engine.hold();
            CompletableFuture<PassResult> pass = CompletableFuture.supplyAsync(() -> worker.infer(work(english)));
            engine.awaitHeldPass();
            now.addAndGet(WINDOW.multipliedBy(3).toNanos());
            // The check for idleness is due by the real clock, and must not come before the pass is over.
            Await.until("the window is over", () -> System.nanoTime() - windowBegan > WINDOW.toNanos());
            assertThat(worker.health().resident()).containsOnlyKeys("english");
            engine.release();
            assertThat(pass.join().logits()).hasSize(1);
            assertThat(worker.health().idle().orElseThrow().since()).isZero();
            assertThat(engine.events()).doesNotContain("close english cuda");
            now.addAndGet(WINDOW.toNanos());
            awaitUnload(worker);
        }
    }

    @Test
    void afterAnUnloadTheDeviceIsAPreferenceAgainAndFallbacksAreStillCounted() {
        try (InferenceWorker worker = worker(Optional.of(WINDOW))) {
            worker.infer(work(english));
            engine.failNextForward(EngineException.Kind.OUT_OF_DEVICE_MEMORY, "CUDA out of memory");
            worker.infer(work(english));
            now.addAndGet(WINDOW.toNanos());
            awaitUnload(worker);
            assertThat(worker.health().devicePreference()).isEqualTo("cuda");
            worker.infer(work(english));
            assertThat(worker.health().resident())
                    .extractingByKey("english")
                    .satisfies(again -> assertThat(again.cpuFallbacks()).isEqualTo(1));
        }
    }

    @Test
    void aLoadThatFailsLeavesNothingResidentAndTheNextRequestTriesAgain() {
        try (InferenceWorker worker = worker(Optional.of(WINDOW))) {
            engine.failNextLoad(EngineException.Kind.BAD_MODEL, "bad");
            assertThatExceptionOfType(EngineException.class).isThrownBy(() -> worker.infer(work(english)));
            assertThat(worker.health().resident()).isEmpty();
            worker.infer(work(english));
            assertThat(worker.health().resident()).containsOnlyKeys("english");
        }
    }

    @Test
    void weightsThatChangeBetweenLoadsAreRefusedWhereTheirDigestIsKnown() throws IOException {
        Copies.copy(Testdata.tiny().resolve("english"), dir.resolve("english"));
        Path weights = dir.resolve("english/model.safetensors");
        ServedCheckpoint guarded = Catalogues.catalogue(
                        new HostSettings.Directory(dir),
                        new HostSettings.Pins(
                                Map.of(),
                                new LinkedHashMap<>(),
                                Map.of(),
                                Map.of("english", Map.of("model.safetensors", Testdata.sha256(weights)))))
                .all()
                .getFirst();
        try (InferenceWorker worker = worker(Optional.of(WINDOW))) {
            worker.infer(work(guarded));
            now.addAndGet(WINDOW.toNanos());
            awaitUnload(worker);
            byte[] bytes = Files.readAllBytes(weights);
            bytes[bytes.length - 1] ^= 1;
            Files.write(weights, bytes);
            // With a current date, a writer might still be at work.
            Files.setLastModifiedTime(weights, FileTime.fromMillis(0));
            assertThatExceptionOfType(CheckpointException.class)
                    .isThrownBy(() -> worker.infer(work(guarded)))
                    .withMessageStartingWith("model.safetensors: ");
            assertThat(worker.health().resident()).isEmpty();
        }
    }
}
