// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;

class AdmissionQueueTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private static Admission queue(int most, Duration patience) {
        return new Admission(1, 0, new Admission.Queue(most, patience), MemoryBudget.ofHeap(), System::nanoTime);
    }

    private static CompletableFuture<Admission.Entry> enter(Admission admission, Caller caller) {
        CompletableFuture<Admission.Entry> entry = new CompletableFuture<>();
        int before = admission.waiting();
        Thread.ofVirtual().start(() -> entry.complete(admission.enter(LONG, caller, Optional.empty())));
        Await.until("it waits or is answered", () -> admission.waiting() > before || entry.isDone());
        return entry;
    }

    @Test
    void requestsAreAdmittedInTheOrderOfArrival() {
        Admission admission = queue(20, LONG);
        Admission.Entered first = (Admission.Entered) admission.enter(LONG, new Guest("a"), Optional.empty());
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            all.add(enter(admission, new Guest("a")).thenAccept(entry -> {
                order.add(number);
                ((Admission.Entered) entry).close();
            }));
        }
        assertThat(admission.waiting()).isEqualTo(20);
        first.close();
        all.forEach(CompletableFuture::join);
        assertThat(order).isSorted().hasSize(20);
        assertThat(admission.inFlight()).isZero();
        assertThat(admission.waiting()).isZero();
    }

    @Test
    void theQueueIsBoundedAndNewcomersCannotOvertakeIt() {
        Admission admission = queue(1, LONG);
        Admission.Entered first = (Admission.Entered) admission.enter(LONG, new Guest("a"), Optional.empty());
        CompletableFuture<Admission.Entry> waits = enter(admission, new Guest("a"));
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isEqualTo(new Admission.Busy());
        first.close();
        // The slot was handed over, whether or not the thread that waits has run since.
        assertThat(admission.enter(Duration.ZERO, new Guest("a"), Optional.empty()))
                .isEqualTo(new Admission.Busy());
        assertThat(waits.join()).isInstanceOf(Admission.Entered.class);
        assertThat(admission.inFlight()).isEqualTo(1);
    }

    @Test
    void aRequestWaitsNoLongerThanTheQueueOrItsOwnDeadlineAllows() {
        Admission admission = queue(2, Duration.ofMillis(30));
        admission.enter(LONG, new Guest("a"), Optional.empty());
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isEqualTo(new Admission.Busy());
        Admission patient = queue(2, LONG);
        patient.enter(LONG, new Guest("a"), Optional.empty());
        assertThat(patient.enter(Duration.ofMillis(30), new Guest("a"), Optional.empty()))
                .isEqualTo(new Admission.Busy());
        assertThat(patient.waiting()).isZero();
    }

    @Test
    void aClientThatLeavesFreesItsPlaceInTheQueue() {
        Admission admission = queue(2, LONG);
        Admission.Entered first = (Admission.Entered) admission.enter(LONG, new Guest("a"), Optional.empty());
        Guest gone = new Guest("a");
        CompletableFuture<Admission.Entry> leaves = enter(admission, gone);
        CompletableFuture<Admission.Entry> stays = enter(admission, new Guest("a"));
        gone.departed = true;
        assertThat(leaves.join()).isEqualTo(new Admission.Left());
        Await.until("its place is free", () -> admission.waiting() == 1);
        first.close();
        assertThat(stays.join()).isInstanceOf(Admission.Entered.class);
    }

    @Test
    void waitingRequestsAreRefusedWhenTheServiceStops() {
        Admission admission = queue(2, LONG);
        admission.enter(LONG, new Guest("a"), Optional.empty());
        CompletableFuture<Admission.Entry> waits = enter(admission, new Guest("a"));
        admission.shut();
        assertThat(waits.join()).isEqualTo(new Admission.Stopping());
        assertThat(admission.inFlight()).isEqualTo(1);
    }

    @Test
    void askingWhetherAClientHasLeftDoesNotBlockOtherRequests() throws InterruptedException {
        Admission admission = queue(2, LONG);
        admission.enter(LONG, new Guest("a"), Optional.empty());
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Guest slow = new Guest("a");
        slow.whenAsked = () -> {
            asked.countDown();
            goOn.await();
        };
        CompletableFuture<Admission.Entry> waits = enter(admission, slow);
        assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
        try {
            CompletableFuture<Integer> other = CompletableFuture.supplyAsync(admission::inFlight);
            assertThat(other).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(1);
        } finally {
            goOn.countDown();
        }
        admission.shut();
        assertThat(waits.join()).isEqualTo(new Admission.Stopping());
    }
}
