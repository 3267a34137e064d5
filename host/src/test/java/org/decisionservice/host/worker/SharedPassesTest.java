// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.api.CheckpointName.TYPED_DECISIONS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException.Kind;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that wait behind a held pass, and what happens to them when it is released. */
class SharedPassesTest {
    private static final int TOKENS = 40;

    private final ScriptedEngine engine = new ScriptedEngine();
    private final ServedCheckpoint english = Catalogues.tiny(ENGLISH);
    private final ServedCheckpoint typed = Catalogues.tiny(TYPED_DECISIONS);
    private final InferenceWorker worker = new InferenceWorker(
            ScriptedResidency.of(engine, Device.cuda(0)),
            Optional.empty(),
            new Sharing(true, Optional.empty()),
            System::nanoTime,
            Optional.empty());
    private final List<Caller> asked = new ArrayList<>();

    private record Caller(Thread thread, CompletableFuture<PassResult> answer) {}

    @BeforeEach
    void holdAPass() throws InterruptedException {
        engine.computesBest(TOKENS);
        worker.load(english);
        worker.load(typed);
        engine.hold();
        ask(typed, rows(1, 4));
        engine.awaitHeldPass();
    }

    @AfterEach
    void close() {
        engine.release();
        worker.close();
    }

    private static List<PackedRow> rows(int count, int tokens) {
        int[] ids = new int[tokens];
        Arrays.fill(ids, 1);
        return Collections.nCopies(count, PackedRow.of(new Row(ids, new int[] {1, 2}, 0)));
    }

    private void ask(ServedCheckpoint checkpoint, List<PackedRow> batch) {
        ask(new PassRequest(checkpoint, List.of(batch), true));
    }

    /** Submits a request and returns once it waits, so that requests wait in the order of the calls. */
    private void ask(PassRequest... work) {
        CompletableFuture<PassResult> answer = new CompletableFuture<>();
        int before = worker.queueDepth();
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                answer.complete(worker.infer(List.of(work)));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        boolean held = asked.isEmpty();
        asked.add(new Caller(thread, answer));
        Await.until("the request waits", () -> held || worker.queueDepth() > before);
    }

    /** Returns the number of rows that the request of this index got, counted from the held one. */
    private int answered(int index) {
        return asked.get(index).answer().join().rows();
    }

    /** Returns the passes that followed the held one, once all requests are done. */
    private List<String> passes() throws InterruptedException {
        engine.release();
        for (Caller caller : asked) {
            caller.thread().join();
        }
        return engine.events().stream()
                .filter(event -> event.startsWith("forward"))
                .skip(1)
                .toList();
    }

    /** Sets the faults of the passes after the held one, which takes the first fault. */
    private void failNextPasses(Kind kind, String... messages) {
        engine.failNextForward(Kind.FAILED, "of the held pass");
        for (String message : messages) {
            engine.failNextForward(kind, message);
        }
    }

    @Test
    void eachGetsAViewOfTheEnginesOwnArrays() throws Exception {
        PassRequest second = new PassRequest(english, List.of(rows(2, 4)), true);
        ask(english, rows(1, 4));
        ask(second);
        assertThat(passes()).containsExactly("forward english cuda 3");
        Logits logits = asked.get(2).answer().join().logits().getFirst();
        assertThat(logits.size()).isEqualTo(2);
        engine.logits().getLast()[0] = 0.5f;
        assertThat(logits.optionLogit(1, 0)).isEqualTo(0.5f);
    }

    @Test
    void requestsForOneCheckpointShareAPassAndEachGetsItsRows() throws Exception {
        ask(english, rows(1, 4));
        ask(typed, rows(1, 4));
        ask(english, rows(2, 5));
        ask(english, rows(3, 4));
        assertThat(passes()).containsExactly("forward english cuda 6", "forward typed-decisions cuda 1");
        assertThat(answered(1)).isEqualTo(1);
        assertThat(answered(3)).isEqualTo(2);
        assertThat(answered(4)).isEqualTo(3);
    }

    @Test
    void aPassTakesNoMoreThanItsBudgetAndLaterOnesFillIt() throws Exception {
        ask(english, rows(2, 10));
        ask(english, rows(3, 10));
        ask(english, rows(2, 10));
        assertThat(passes()).containsExactly("forward english cuda 4", "forward english cuda 3");
    }

    @Test
    void aRowThatIsLongerCountsForAllOfThePass() throws Exception {
        ask(english, rows(4, 5));
        ask(english, rows(1, 9));
        assertThat(passes()).containsExactly("forward english cuda 4", "forward english cuda 1");
    }

    @Test
    void aRequestWithPassesOfItsOwnSharesNone() throws Exception {
        ask(new PassRequest(english, List.of(rows(1, 4), rows(1, 4)), true));
        ask(new PassRequest(english, List.of(rows(2, 4)), false));
        ask(new PassRequest(english, List.of(rows(1, 4)), true), new PassRequest(typed, List.of(rows(1, 4)), true));
        ask(english, rows(3, 4));
        ask(english, rows(1, 4));
        assertThat(passes())
                .containsExactly(
                        "forward english cuda 1",
                        "forward english cuda 2",
                        "forward english cuda 4",
                        "forward english cuda 1",
                        "forward english cuda 1",
                        "forward typed-decisions cuda 1");
    }

    @Test
    void aSharedPassThatFailsIsDoneAgainApartAndOnlyTheOneAtFaultFails() throws Exception {
        ask(english, rows(1, 4));
        ask(english, rows(2, 4));
        ask(english, rows(3, 4));
        failNextPasses(Kind.FAILED, "of all", "of the first");
        assertThat(passes())
                .containsExactly(
                        "forward english cuda 6",
                        "forward english cuda 1",
                        "forward english cuda 2",
                        "forward english cuda 3");
        assertThatThrownBy(() -> answered(1)).hasRootCauseMessage("of the first");
        assertThat(answered(2)).isEqualTo(2);
        assertThat(answered(3)).isEqualTo(3);
    }

    @Test
    void tooLittleMemoryForASharedPassIsNoFallbackOfTheRequests() throws Exception {
        ask(english, rows(1, 4));
        ask(english, rows(2, 4));
        failNextPasses(Kind.OUT_OF_DEVICE_MEMORY, "of all", "of the first");
        assertThat(passes())
                .containsExactly(
                        "forward english cuda 3",
                        "forward english cuda 1",
                        "forward english cpu 1",
                        "forward english cuda 2");
        assertThat(worker.health().resident()).extractingByKey("english").satisfies(shown -> {
            assertThat(shown.cpuFallbacks()).isEqualTo(1);
            assertThat(shown.lastFallbackReason()).contains("of the first");
        });
    }

    @Test
    void aLostDeviceIsLoadedAgainForThoseWhoShared() throws Exception {
        ask(english, rows(1, 4));
        ask(english, rows(2, 4));
        failNextPasses(Kind.DEVICE_LOST, "fell off the bus");
        assertThat(passes())
                .containsExactly("forward english cuda 3", "forward english cuda 1", "forward english cuda 2");
        assertThat(engine.events())
                .filteredOn("load english cuda"::equals)
                .as("once before and once after")
                .hasSize(2);
        assertThat(answered(1)).isEqualTo(1);
    }

    /** Releases the held pass, and returns when the pass of the waiting requests is held. */
    private void holdTheNextPass() throws InterruptedException {
        engine.releaseOne();
        asked.getFirst().thread().join();
        Await.until("those who waited are taken", () -> worker.queueDepth() == 0);
    }

    private void leave(int index) throws InterruptedException {
        asked.get(index).thread().interrupt();
        asked.get(index).thread().join();
    }

    @Test
    void aClientThatLeavesASharedPassDoesNotDisturbTheOthers() throws Exception {
        ask(english, rows(1, 4));
        ask(english, rows(2, 4));
        holdTheNextPass();
        leave(1);
        assertThat(passes()).containsExactly("forward english cuda 3");
        assertThat(answered(2)).isEqualTo(2);
    }

    @Test
    void aSharedPassThatEverybodyLeftIsNotFinished() throws Exception {
        ask(english, rows(1, 4));
        ask(english, rows(2, 4));
        holdTheNextPass();
        leave(1);
        leave(2);
        assertThat(passes()).isEmpty();
        worker.infer(List.of(new PassRequest(typed, List.of(rows(5, 4)), true)));
        assertThat(engine.events()).endsWith("forward typed-decisions cuda 5");
    }

    @Test
    void aRequestGivenUpWhileWaitingIsNotComputed() throws Exception {
        ask(english, rows(1, 4));
        ask(english, rows(2, 4));
        ask(english, rows(3, 4));
        Caller second = asked.get(2);
        second.thread().interrupt();
        second.thread().join();
        assertThatThrownBy(() -> answered(2)).isInstanceOf(CancellationException.class);
        assertThat(passes()).containsExactly("forward english cuda 4");
    }
}
