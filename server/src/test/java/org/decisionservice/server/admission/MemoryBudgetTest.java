// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.decisionservice.host.testing.Await;
import org.decisionservice.server.admission.MemoryBudget.Attempt;
import org.decisionservice.server.admission.MemoryBudget.Reservation;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    /** 560 bytes for large requests, and 80 for those of at most 10. */
    private final MemoryBudget budget = new MemoryBudget(640);

    private final List<Thread> threads = new ArrayList<>();

    private Reservation reserve(long bytes) {
        return (Reservation) budget.reserve(bytes, Duration.ZERO, () -> false);
    }

    private CompletableFuture<Attempt> waiting(long bytes, AtomicBoolean departed) {
        CompletableFuture<Attempt> attempt = new CompletableFuture<>();
        int before = budget.waiting();
        threads.add(Thread.ofVirtual()
                .start(() -> attempt.complete(budget.reserve(bytes, Duration.ofMinutes(1), departed::get))));
        Await.until("it waits", () -> budget.waiting() > before);
        return attempt;
    }

    private CompletableFuture<Attempt> waiting(long bytes) {
        return waiting(bytes, new AtomicBoolean());
    }

    @Test
    void reservesNoMoreThanIsLeft() {
        Reservation first = reserve(500);
        assertThat(budget.reserve(61, Duration.ZERO, () -> false)).isEqualTo(new MemoryBudget.Full());
        assertThat(reserve(60).bytes()).isEqualTo(60);
        assertThat(budget.reserved()).isEqualTo(560);
        first.close();
        first.close();
        assertThat(budget.reserved()).isEqualTo(60);
    }

    @Test
    void aSingleRequestGetsWhateverItNeeds() {
        try (Reservation huge = reserve(10_000)) {
            assertThat(huge.bytes()).isEqualTo(10_000);
            assertThat(budget.reserve(11, Duration.ZERO, () -> false)).isEqualTo(new MemoryBudget.Full());
        }
        assertThat(reserve(11).bytes()).isEqualTo(11);
    }

    @Test
    void smallRequestsDoNotWaitForLargeOnes() {
        reserve(560);
        CompletableFuture<Attempt> large = waiting(300);
        for (int i = 0; i < 8; i++) {
            assertThat(reserve(10).bytes()).isEqualTo(10);
        }
        assertThat(budget.reserve(10, Duration.ZERO, () -> false)).isEqualTo(new MemoryBudget.Full());
        assertThat(large).isNotDone();
    }

    @Test
    void memoryIsGrantedInOrderEvenIfALaterRequestWouldFit() {
        Reservation first = reserve(400);
        Reservation second = reserve(100);
        CompletableFuture<Attempt> large = waiting(200);
        CompletableFuture<Attempt> smaller = waiting(50);
        second.close();
        assertThat(budget.reserve(50, Duration.ZERO, () -> false)).isEqualTo(new MemoryBudget.Full());
        assertThat(large).isNotDone();
        assertThat(smaller).isNotDone();
        first.close();
        assertThat(large.join()).isInstanceOf(Reservation.class);
        assertThat(smaller.join()).isInstanceOf(Reservation.class);
        assertThat(budget.reserved()).isEqualTo(250);
    }

    @Test
    void aWaitingClientThatLeavesUnblocksThoseBehindIt() {
        Reservation first = reserve(400);
        AtomicBoolean departed = new AtomicBoolean();
        CompletableFuture<Attempt> leaving = waiting(300, departed);
        CompletableFuture<Attempt> next = waiting(100);
        departed.set(true);
        assertThat(leaving.join()).isEqualTo(new MemoryBudget.Departed());
        assertThat(next.join()).isInstanceOf(Reservation.class);
        first.close();
        assertThat(budget.reserved()).isEqualTo(100);
    }

    @Test
    void anInterruptedWaitReservesNothing() throws InterruptedException {
        reserve(560);
        CompletableFuture<Attempt> waiting = waiting(20);
        threads.getFirst().interrupt();
        threads.getFirst().join();
        assertThat(waiting.join()).isEqualTo(new MemoryBudget.Departed());
        assertThat(budget.waiting()).isZero();
        assertThat(budget.reserved()).isEqualTo(560);
    }

    @Test
    void shrinkingAReservationAdmitsWaitingRequests() {
        Reservation first = reserve(560);
        CompletableFuture<Attempt> next = waiting(500);
        first.change(60);
        assertThat(next.join()).isInstanceOf(Reservation.class);
        first.change(200);
        assertThat(budget.reserved())
                .as("more than there is, because nobody waits for itself")
                .isEqualTo(700);
        first.close();
        first.change(50);
        assertThat(budget.reserved()).as("a closed one changes nothing").isEqualTo(500);
    }

    @Test
    void aBudgetOfZeroBytesIsRejected() {
        assertThatThrownBy(() -> new MemoryBudget(0)).hasMessageContaining("not 0");
    }
}
