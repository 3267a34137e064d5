// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.decisionservice.api.CheckpointName.ENGLISH;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.residency.Residency;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is computed while no request is there. */
class SparePassesTest {
    private static final Duration CALM = Duration.ofMillis(5);

    private final ScriptedEngine engine = new ScriptedEngine();
    private final ServedCheckpoint english = Catalogues.tiny(ENGLISH);
    private final Residency residency = ScriptedResidency.of(engine, Device.cuda(0));
    private final LogitsCache cache = new LogitsCache(1 << 20);
    private final InferenceWorker worker = new InferenceWorker(
            residency, Optional.empty(), new Sharing(false, Optional.of(cache)), System::nanoTime, Optional.empty());
    private final SpareTime spare = new SpareTime(CALM, System::nanoTime);
    private final SparePasses passes = worker.spare(spare);

    @AfterEach
    void close() {
        spare.close();
        worker.close();
    }

    private static PassRequest work(ServedCheckpoint checkpoint, int token) {
        PackedRow row = PackedRow.of(new Row(new int[] {1, 2, token, 4}, new int[] {1, 2}, 0));
        return new PassRequest(checkpoint, List.of(List.of(row), List.of(row, row)), true);
    }

    private static long in(Duration patience) {
        return System.nanoTime() + patience.toNanos();
    }

    private CompletableFuture<Logits> begun(PassRequest work) {
        return CompletableFuture.supplyAsync(() -> passes.compute(work, in(Duration.ofMinutes(1))));
    }

    @Test
    void nothingIsComputedWhileARequestIsThere() throws Exception {
        worker.load(english);
        spare.came();
        CompletableFuture<Logits> second = begun(work(english, 3));
        worker.infer(List.of(work(english, 5)));
        Thread.sleep(50);
        assertThat(second).isNotDone();
        assertThat(engine.events())
                .containsExactly("load english cuda", "forward english cuda 1", "forward english cuda 2");
        long left = System.nanoTime();
        spare.left();
        assertThat(second.get().size()).isEqualTo(3);
        assertThat(Duration.ofNanos(System.nanoTime() - left)).isGreaterThanOrEqualTo(CALM);
        assertThat(engine.events()).hasSize(5);
        assertThat(passes.interrupted()).isZero();
    }

    @Test
    void aPassThatRunsWhenARequestComesIsCutOffAndComputedLaterAndThoseBeforeItAreKept() throws Exception {
        worker.load(english);
        engine.hold();
        CompletableFuture<Logits> second = begun(work(english, 3));
        engine.awaitHeldPass();
        engine.releaseOne();
        Await.until(
                "the second pass is held",
                () -> engine.events().size() == 2 && worker.running().isZero());
        Thread.sleep(20);
        spare.came();
        engine.release();
        Await.until("the pass is cut off", () -> passes.interrupted() == 1);
        Thread.sleep(20);
        assertThat(second).isNotDone();
        assertThat(engine.events()).containsExactly("load english cuda", "forward english cuda 1");
        spare.left();
        assertThat(second.get().size()).isEqualTo(3);
        assertThat(engine.events())
                .containsExactly("load english cuda", "forward english cuda 1", "forward english cuda 2");
        assertThat(spare.ending()).isPositive();
    }

    @Test
    void itDoesNotWaitLongerThanItMay() {
        worker.load(english);
        spare.came();
        assertThatExceptionOfType(SparePasses.NoSpareTimeException.class)
                .isThrownBy(() -> passes.compute(work(english, 3), in(Duration.ofMillis(20))))
                .withMessageContaining("no time");
        assertThatExceptionOfType(SparePasses.NoSpareTimeException.class)
                .isThrownBy(() -> passes.awaitSpareTime(in(Duration.ofMillis(20))));
        spare.left();
        long left = System.nanoTime();
        passes.awaitSpareTime(in(Duration.ofMinutes(1)));
        assertThat(Duration.ofNanos(System.nanoTime() - left)).isGreaterThan(CALM.minusMillis(1));
    }

    @Test
    void nothingIsLoadedForIt() {
        assertThatExceptionOfType(SparePasses.NoSpareTimeException.class)
                .isThrownBy(() -> passes.compute(work(english, 3), in(Duration.ofMinutes(1))))
                .withMessageContaining("not in memory");
        assertThat(engine.events()).isEmpty();
    }

    @Test
    void theEndOfSpareTimeEndsWhatWaitsForIt() {
        worker.load(english);
        spare.came();
        CompletableFuture<Logits> second = begun(work(english, 3));
        spare.close();
        assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> {
            try {
                second.join();
            } catch (CompletionException e) {
                throw (RuntimeException) e.getCause();
            }
        });
    }

    @Test
    void aFaultOfItsPassConcernsNobodyElse() {
        worker.load(english);
        engine.failNextForward(EngineException.Kind.FAILED, "broken");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> passes.compute(work(english, 3), in(Duration.ofMinutes(1))))
                .withMessage("broken");
        assertThat(worker.infer(List.of(work(english, 3))).rows()).isEqualTo(3);
    }

    @Test
    void whatRequestsHadComputedIsNotComputedAgainAndNothingIsKeptForThem() {
        worker.infer(List.of(work(english, 3)));
        int before = engine.events().size();
        LogitsCache.Use used = cache.use();
        assertThat(passes.compute(work(english, 3), in(Duration.ofMinutes(1))).size())
                .isEqualTo(3);
        assertThat(engine.events()).hasSize(before);
        passes.compute(work(english, 7), in(Duration.ofMinutes(1)));
        assertThat(cache.use()).isEqualTo(used);
        assertThat(worker.infer(List.of(work(english, 7))).rows()).isEqualTo(3);
    }

    @Test
    void otherModelsDoNotAnswerFromWhatRequestsHadComputed() {
        worker.infer(List.of(work(english, 3)));
        Residency other = ScriptedResidency.of(engine, Device.CPU);
        ServedCheckpoint same = Catalogues.tiny(ENGLISH);
        worker.between(() -> other.model(same.version())).join();
        SparePasses second = worker.spare(spare, other);
        assertThat(second.compute(work(same, 3), in(Duration.ofMinutes(1))).size())
                .isEqualTo(3);
        assertThat(engine.events()).endsWith("load english cpu", "forward english cpu 1", "forward english cpu 2");
        worker.between(other::dropAll).join();
        assertThat(worker.health().resident()).containsOnlyKeys("english");
    }
}
