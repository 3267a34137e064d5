// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.api.CheckpointName.TYPED_DECISIONS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException.Kind;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.RequestClass;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests whose passes alternate. A request is known by the number of rows in each of its passes. */
class TurnsTest {
    private static final int SECOND = 1_000_000_000;

    private final ScriptedEngine engine = new ScriptedEngine();
    private final ServedCheckpoint english = Catalogues.tiny(ENGLISH);
    private final ServedCheckpoint typed = Catalogues.tiny(TYPED_DECISIONS);
    private final AtomicLong clock = new AtomicLong();
    private final List<String> observed = Collections.synchronizedList(new ArrayList<>());
    private final InferenceWorker worker = new InferenceWorker(
            ScriptedResidency.of(engine, Device.cuda(0)),
            Optional.empty(),
            Sharing.NONE,
            clock::get,
            Optional.of((checkpoint, rows) -> {
                clock.addAndGet(SECOND);
                observed.add(checkpoint + " " + rows.size());
            }));

    @AfterEach
    void close() {
        engine.release();
        worker.close();
    }

    private static PassRequest work(ServedCheckpoint checkpoint, int passes, int rowsOfEach) {
        PackedRow row = PackedRow.of(new Row(new int[] {1, 2, 3, 4}, new int[] {1, 2}, 0));
        return new PassRequest(checkpoint, Collections.nCopies(passes, Collections.nCopies(rowsOfEach, row)), true);
    }

    private CompletableFuture<PassResult> submit(PassRequest... work) {
        CompletableFuture<PassResult> outcome = new CompletableFuture<>();
        worker.submit(List.of(work), RequestClass.INTERACTIVE, outcome);
        return outcome;
    }

    /** A request of several passes of one row, whose first pass is held. */
    private CompletableFuture<PassResult> held(int passes) throws InterruptedException {
        worker.load(english);
        worker.load(typed);
        engine.hold();
        CompletableFuture<PassResult> first = submit(work(english, passes, 1));
        engine.awaitHeldPass();
        return first;
    }

    private List<String> passes() {
        return engine.events().stream()
                .filter(event -> event.startsWith("forward"))
                .map(event -> event.replaceFirst("forward (english|typed-decisions) ", ""))
                .toList();
    }

    @Test
    void passesOfRequestsAlternateAndAShortOneDoesNotWaitForTheRest() throws Exception {
        CompletableFuture<PassResult> first = held(4);
        CompletableFuture<PassResult> second = submit(work(typed, 4, 2));
        CompletableFuture<PassResult> third = submit(work(english, 1, 3));
        engine.release();
        assertThat(third.join().rows()).isEqualTo(3);
        assertThat(first.join().rows()).isEqualTo(4);
        assertThat(second.join().rows()).isEqualTo(8);
        assertThat(passes())
                .containsExactly(
                        "cuda 1", "cuda 3", "cuda 2", "cuda 1", "cuda 2", "cuda 1", "cuda 1", "cuda 2", "cuda 2");
        assertThat(observed).hasSize(9);
        assertThat(engine.events())
                .filteredOn(event -> event.startsWith("load"))
                .hasSize(2);
    }

    /** Every pass takes a second on the clock. */
    @Test
    void aRequestIsChargedForItsOwnPassesOnly() throws Exception {
        CompletableFuture<PassResult> first = held(3);
        CompletableFuture<PassResult> second = submit(work(typed, 2, 2));
        CompletableFuture<PassResult> third = submit(work(english, 1, 3));
        assertThat(worker.queueDepth()).isEqualTo(2);
        engine.release();
        assertThat(third.join().timings().inference()).isEqualTo(Duration.ofSeconds(1));
        assertThat(third.join().timings().waited()).isEqualTo(Duration.ofSeconds(1));
        assertThat(first.join().timings().inference()).isEqualTo(Duration.ofSeconds(3));
        assertThat(second.join().timings().inference()).isEqualTo(Duration.ofSeconds(2));
        assertThat(first.join().timings().waited().plus(second.join().timings().waited()))
                .as("the passes of the others")
                .isEqualTo(Duration.ofSeconds(2 + 3));
    }

    @Test
    void aPassThatFailsFailsItsOwnRequest() throws Exception {
        CompletableFuture<PassResult> first = held(3);
        CompletableFuture<PassResult> second = submit(work(english, 3, 2));
        engine.failNextForward(Kind.FAILED, "of the first");
        engine.release();
        assertThatThrownBy(first::join).hasRootCauseMessage("of the first");
        assertThat(second.join().rows()).isEqualTo(6);
        assertThat(passes()).containsExactly("cuda 1", "cuda 2", "cuda 2", "cuda 2");
    }

    @Test
    void aRequestGivenUpBetweenTwoPassesHasNoFurtherPass() throws Exception {
        CompletableFuture<PassResult> first = held(5);
        CompletableFuture<PassResult> second = submit(work(english, 2, 2));
        CompletableFuture<PassResult> third = submit(work(english, 1, 3));
        var _ = third.whenComplete((_, _) -> first.cancel(false));
        engine.release();
        assertThat(second.join().rows()).isEqualTo(4);
        assertThat(passes()).containsExactly("cuda 1", "cuda 3", "cuda 2", "cuda 2");
        assertThat(worker.queueDepth()).isZero();
    }

    /** Ends the held pass, and lets the next one fail. */
    private void failTheNextPass(Kind kind) {
        engine.releaseOne();
        Await.until("the held pass has ended", () -> !observed.isEmpty());
        engine.failNextForward(kind, "of the next");
        engine.release();
    }

    @Test
    void anAnswerWhoseModelWasLostBetweenTwoPassesComesWhollyFromTheNext() throws Exception {
        CompletableFuture<PassResult> first = held(3);
        CompletableFuture<PassResult> second = submit(work(english, 1, 2));
        failTheNextPass(Kind.DEVICE_LOST);
        assertThatThrownBy(second::join).hasRootCauseMessage("of the next");
        assertThat(first.join().rows()).isEqualTo(3);
        assertThat(passes()).containsExactly("cuda 1", "cuda 2", "cuda 1", "cuda 1", "cuda 1");
    }

    @Test
    void tooLittleMemoryForALaterPassMovesTheWholeAnswerToTheCpu() throws Exception {
        CompletableFuture<PassResult> first = held(3);
        failTheNextPass(Kind.OUT_OF_DEVICE_MEMORY);
        assertThat(first.join().rows()).isEqualTo(3);
        assertThat(passes()).containsExactly("cuda 1", "cuda 1", "cpu 1", "cpu 1", "cpu 1");
    }

    @Test
    void waitingRequestsAreFinishedBeforeTheWorkerCloses() throws Exception {
        CompletableFuture<PassResult> first = held(4);
        CompletableFuture<PassResult> second = submit(work(english, 3, 2));
        assertThat(worker.close(Duration.ofMillis(1))).isFalse();
        assertThatThrownBy(() -> submit(work(english, 1, 3))).isInstanceOf(RejectedExecutionException.class);
        assertThat(worker.queueDepth()).as("the refused one does not wait").isEqualTo(1);
        engine.release();
        assertThat(worker.close(Duration.ofMinutes(1))).isTrue();
        assertThat(first.join().rows()).isEqualTo(4);
        assertThat(second.join().rows()).isEqualTo(6);
        assertThat(engine.events()).endsWith("close english cuda", "close typed-decisions cuda");
    }

    @Test
    void whichRowsAreInAPassDoesNotDependOnOtherRequests() throws Exception {
        engine.computesBest(1024);
        int[] lengths = {900, 20, 300, 400, 60, 500, 700};
        List<PackedRow> rows = new ArrayList<>();
        for (int length : lengths) {
            rows.add(PackedRow.of(new Row(new int[length], new int[] {1, 2}, 0)));
        }
        PassRequest alone = new PassRequest(english, List.of(rows), true);
        worker.infer(List.of(alone));
        List<String> expected = List.copyOf(passes());
        assertThat(expected).containsExactly("cuda 1", "cuda 1", "cuda 2", "cuda 3");
        CompletableFuture<PassResult> first = held(6);
        CompletableFuture<PassResult> beside = submit(new PassRequest(typed, List.of(rows), true));
        engine.release();
        first.join();
        beside.join();
        assertThat(engine.events().stream()
                        .filter(event -> event.startsWith("forward typed"))
                        .map(event -> event.replaceFirst("forward typed-decisions ", "")))
                .isEqualTo(expected);
    }
}
