// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.api.CheckpointName.TYPED_DECISIONS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineException.Kind;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.Health;
import org.decisionservice.host.RequestClass;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InferenceWorkerTest {
    private static final String CUDA_FULL = "CUDA out of memory: tried to allocate 2 GiB";

    private final ScriptedEngine engine = new ScriptedEngine();
    private final ServedCheckpoint english = Catalogues.tiny(ENGLISH);
    private final ServedCheckpoint typed = Catalogues.tiny(TYPED_DECISIONS);
    private final InferenceWorker worker = new InferenceWorker(
            ScriptedResidency.of(engine, Device.cuda(0)),
            Optional.empty(),
            Sharing.NONE,
            System::nanoTime,
            Optional.empty());

    @AfterEach
    void close() {
        worker.close();
    }

    private static List<PassRequest> work(ServedCheckpoint checkpoint) {
        PackedRow row = PackedRow.of(new Row(new int[] {1, 2, 3, 4}, new int[] {1, 2}, 0));
        return List.of(new PassRequest(checkpoint, List.of(List.of(row, row), List.of(row)), true));
    }

    @Test
    void theLogitsOfSeveralPassesAreTheEnginesOwnArrays() {
        List<PassRequest> asked = work(english);
        Logits logits = worker.infer(asked).logits().getFirst();
        assertThat(logits.size()).isEqualTo(3);
        for (int row = 0; row < 3; row++) {
            engine.logits().get(row)[1] = row + 0.5f;
            assertThat(logits.optionLogit(row, 1)).isEqualTo(row + 0.5f);
        }
    }

    @Test
    void theFirstRequestPaysTheLoadAndLaterOnesDoNot() {
        PassResult inferred = worker.infer(work(english));
        worker.infer(work(english));
        assertThat(inferred.logits()).hasSize(1);
        assertThat(inferred.rows()).isEqualTo(3);
        assertThat(engine.events())
                .containsExactly(
                        "load english cuda",
                        "forward english cuda 2",
                        "forward english cuda 1",
                        "forward english cuda 2",
                        "forward english cuda 1");
    }

    @Test
    void healthFollowsWhatIsResident() {
        assertThat(worker.health().resident()).isEmpty();
        assertThat(worker.health().devicePreference()).isEqualTo("cuda");
        worker.infer(List.of(new PassRequest(typed, List.of(), false)));
        worker.infer(work(english));
        Health health = worker.health();
        assertThat(health.resident().keySet()).containsExactly("typed-decisions", "english");
        assertThat(health.resident()).allSatisfy((name, resident) -> {
            assertThat(resident.device()).isEqualTo("cuda");
            assertThat(resident.revision()).matches("sha256:[0-9a-f]{12}");
            assertThat(resident.cpuFallbacks()).isZero();
            assertThat(resident.lastFallbackReason()).isEmpty();
        });
        assertThat(health.idle()).isEmpty();
    }

    @Test
    void tooLittleDeviceMemoryInAPassIsRetriedOnceOnTheCpuAndTheDeviceIsUsedAgain() {
        worker.infer(work(english));
        engine.failNextForward(Kind.OUT_OF_DEVICE_MEMORY, CUDA_FULL);
        assertThat(worker.infer(work(english)).logits()).hasSize(1);
        worker.infer(work(english));
        assertThat(engine.events().subList(3, 10))
                .containsExactly(
                        "forward english cuda 2",
                        "load english cpu",
                        "forward english cpu 2",
                        "forward english cpu 1",
                        "close english cpu",
                        "forward english cuda 2",
                        "forward english cuda 1");
        assertThat(worker.health().resident()).extractingByKey("english").satisfies(shown -> {
            assertThat(shown.device()).isEqualTo("cuda");
            assertThat(shown.cpuFallbacks()).isEqualTo(1);
            assertThat(shown.lastFallbackReason()).contains(CUDA_FULL);
        });
    }

    @Test
    void aModelThatTheDeviceCannotHoldStaysOnTheCpuAndIsCountedOnce() {
        engine.failNextLoad(Kind.OUT_OF_DEVICE_MEMORY, CUDA_FULL);
        worker.infer(work(english));
        worker.infer(work(english));
        assertThat(engine.events())
                .containsExactly(
                        "load english cuda",
                        "load english cpu",
                        "forward english cpu 2",
                        "forward english cpu 1",
                        "forward english cpu 2",
                        "forward english cpu 1");
        assertThat(worker.health().resident()).extractingByKey("english").satisfies(shown -> {
            assertThat(shown.device()).isEqualTo("cpu");
            assertThat(shown.cpuFallbacks()).isEqualTo(1);
            assertThat(shown.lastFallbackReason()).contains(CUDA_FULL);
        });
    }

    @Test
    void aLostDeviceFailsTheRequestAndTheNextOneLoadsAgain() {
        worker.infer(work(english));
        engine.failNextForward(Kind.DEVICE_LOST, "the device fell off the bus");
        assertThatExceptionOfType(EngineException.class).isThrownBy(() -> worker.infer(work(english)));
        assertThat(worker.health().resident()).isEmpty();
        worker.infer(work(english));
        assertThat(engine.events())
                .contains("close english cuda")
                .filteredOn("load english cuda"::equals)
                .hasSize(2);
        assertThat(engine.events()).noneMatch(event -> event.contains("cpu"));
    }

    @Test
    void otherFailuresAreNotRetriedAndLeaveTheModelResident() {
        worker.infer(work(english));
        engine.failNextForward(Kind.FAILED, "no");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> worker.infer(work(english)))
                .withMessage("no");
        assertThat(worker.health().resident()).containsOnlyKeys("english");
        engine.failNextLoad(Kind.BAD_MODEL, "bad");
        assertThatExceptionOfType(EngineException.class).isThrownBy(() -> worker.infer(work(typed)));
        assertThat(worker.health().resident()).containsOnlyKeys("english");
    }

    @Test
    void aCallerThatGivesUpEndsItsWorkAfterThePassAndHealthAnswersMeanwhile() throws InterruptedException {
        engine.hold();
        AtomicReference<Throwable> outcome = new AtomicReference<>();
        CountDownLatch gaveUp = new CountDownLatch(1);
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                worker.infer(work(english));
            } catch (CancellationException e) {
                outcome.set(e);
            }
            gaveUp.countDown();
        });
        engine.awaitHeldPass();
        assertThat(worker.health().resident()).containsOnlyKeys("english");
        caller.interrupt();
        gaveUp.await();
        assertThat(outcome.get()).isInstanceOf(CancellationException.class);
        engine.release();
        assertThat(worker.infer(work(english)).timings().waited()).isPositive();
        assertThat(engine.events())
                .filteredOn(event -> event.startsWith("forward"))
                .as("those of the other request")
                .hasSize(2);
    }

    @Test
    void cancellingTakesWaitingWorkBackAndEndsWhatRuns() throws InterruptedException {
        engine.hold();
        CompletableFuture<PassResult> running = new CompletableFuture<>();
        CompletableFuture<PassResult> waiting = new CompletableFuture<>();
        worker.submit(work(english), RequestClass.INTERACTIVE, running);
        engine.awaitHeldPass();
        worker.submit(work(english), RequestClass.INTERACTIVE, waiting);
        assertThat(worker.queueDepth()).isEqualTo(1);
        waiting.cancel(false);
        assertThat(worker.queueDepth()).isZero();
        running.cancel(false);
        engine.release();
        worker.infer(work(typed));
        assertThat(engine.events())
                .containsExactly(
                        "load english cuda",
                        "load typed-decisions cuda",
                        "forward typed-decisions cuda 2",
                        "forward typed-decisions cuda 1");
    }

    @Test
    void loadingIsInTheOrderOfAskingAndReportsItsFailure() {
        worker.load(typed);
        worker.load(english);
        assertThat(worker.health().resident().keySet()).containsExactly("typed-decisions", "english");
        engine.failNextLoad(Kind.BAD_MODEL, "bad");
        ServedCheckpoint other = Catalogues.tiny(ENGLISH);
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> worker.load(other))
                .withMessage("bad");
    }

    @Test
    void closingGivesUpWaitingForAPassThatTakesTooLong() throws InterruptedException {
        engine.hold();
        Thread caller = Thread.ofVirtual().start(() -> worker.infer(work(english)));
        engine.awaitHeldPass();
        assertThat(worker.close(Duration.ofMillis(20))).isFalse();
        engine.release();
        assertThat(worker.close(Duration.ofMinutes(1))).isTrue();
        caller.join();
    }

    @Test
    void closingFreesEveryModelAfterTheLastPass() {
        worker.infer(work(english));
        worker.infer(work(typed));
        worker.close();
        worker.close();
        assertThat(engine.events()).endsWith("close english cuda", "close typed-decisions cuda");
        assertThat(worker.health().resident()).isEmpty();
    }

    static IntStream repetitions() {
        return IntStream.range(0, Boolean.getBoolean("nightly") ? 100 : 20);
    }

    /** Work that arrives while the worker closes is done before the models are freed, or refused. */
    @ParameterizedTest
    @MethodSource("repetitions")
    void noModelIsLoadedAfterTheWorkerIsClosed(int repetition) throws InterruptedException {
        CountDownLatch submitting = new CountDownLatch(1);
        List<CompletableFuture<PassResult>> outcomes = new ArrayList<>();
        Thread caller = Thread.ofPlatform().start(() -> {
            try {
                while (true) {
                    CompletableFuture<PassResult> outcome = new CompletableFuture<>();
                    worker.submit(work(english), RequestClass.INTERACTIVE, outcome);
                    outcomes.add(outcome);
                    submitting.countDown();
                }
            } catch (RejectedExecutionException _) {
                // The worker is closed.
            }
        });
        submitting.await();
        worker.close();
        caller.join();
        assertThat(engine.events()).last().isEqualTo("close english cuda");
        assertThat(outcomes).allMatch(CompletableFuture::isDone);
    }

    @Test
    void timesAreMeasuredWithTheGivenClock() {
        long[] now = {0};
        try (InferenceWorker timed = new InferenceWorker(
                ScriptedResidency.of(engine, Device.CPU),
                Optional.of(Duration.ofHours(1)),
                Sharing.NONE,
                () -> now[0] += 1_000_000,
                Optional.empty())) {
            PassResult inferred = timed.infer(work(english));
            // The clock goes on by 1 ms whenever it is read: before and around both turns, between them, around the
            // load, and when the second turn looks for the model.
            assertThat(inferred.timings().waited()).isEqualTo(Duration.ofMillis(5));
            assertThat(inferred.timings().loading()).isEqualTo(Duration.ofMillis(1));
            assertThat(inferred.timings().inference()).isEqualTo(Duration.ofMillis(4));
            assertThat(timed.infer(work(english)).timings().loading()).isEqualTo(Duration.ZERO);
        }
    }
}
