// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.Health;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests idle unloading. The test controls the worker's clock; the executor's clock is real, with short times. */
class IdleUnloadTest {
    private static final Duration WINDOW = Duration.ofMillis(50);

    private final AtomicLong now = new AtomicLong();
    /** How often the worker has read the clock. */
    private final AtomicInteger looks = new AtomicInteger();

    private final ScriptedEngine engine = new ScriptedEngine();
    private final ServedCheckpoint english = Catalogues.tiny(CheckpointName.ENGLISH);
    private final InferenceWorker worker = new InferenceWorker(
            ScriptedResidency.of(engine, Device.cuda(0)),
            Optional.of(WINDOW),
            Sharing.NONE,
            this::now,
            Optional.empty());

    private long now() {
        looks.incrementAndGet();
        return now.get();
    }

    @AfterEach
    void close() {
        worker.close();
    }

    private void infer() {
        Row row = new Row(new int[] {1, 2}, new int[] {1}, 0);
        worker.infer(List.of(new PassRequest(english, List.of(List.of(PackedRow.of(row))), true)));
    }

    private void advance(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private Health.Idle idle() {
        return worker.health().idle().orElseThrow();
    }

    private void awaitUnload() {
        Await.until(
                "the checkpoint is unloaded", () -> worker.health().resident().isEmpty());
    }

    @Test
    void weightsAreDroppedAfterTheWindowAndLoadedAgainByTheNextRequest() {
        infer();
        advance(WINDOW);
        awaitUnload();
        infer();
        assertThat(engine.events())
                .containsExactly(
                        "load english cuda",
                        "forward english cuda 1",
                        "close english cuda",
                        "load english cuda",
                        "forward english cuda 1");
    }

    @Test
    void checkpointsStayUntilTheIdleTimeIsOver() {
        infer();
        advance(WINDOW.minusMillis(1));
        int before = looks.get();
        // Each check reads the clock once, at its beginning, so when the third begins, two are over.
        Await.until("three checks for idleness", () -> looks.get() >= before + 3);
        assertThat(worker.health().resident()).containsOnlyKeys("english");
        advance(Duration.ofMillis(1));
        awaitUnload();
    }

    @Test
    void aFailedPassRestartsTheWindowAndHealthProbesDoNot() {
        infer();
        advance(Duration.ofMillis(30));
        assertThat(idle().since()).isEqualTo(Duration.ofMillis(30));
        assertThat(idle().since()).isEqualTo(Duration.ofMillis(30));
        assertThat(idle().window()).isEqualTo(WINDOW);
        engine.failNextForward(EngineException.Kind.FAILED, "no");
        assertThatExceptionOfType(EngineException.class).isThrownBy(this::infer);
        assertThat(idle().since()).isEqualTo(Duration.ZERO);
    }

    @Test
    void preloadedWeightsAreDroppedToo() {
        worker.load(english);
        advance(WINDOW);
        awaitUnload();
        assertThat(engine.events()).containsExactly("load english cuda", "close english cuda");
    }
}
