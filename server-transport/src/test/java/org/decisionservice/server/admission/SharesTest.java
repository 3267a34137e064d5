// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.host.RequestClass;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;

/** What one address can take of the slots and of the queue. */
class SharesTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @Test
    void oneAddressCannotTakeMoreThanItsShareOfTheSlots() {
        Admission admission = new Admission(3, 2, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime);
        Admission.Entered first = (Admission.Entered) admission.enter(LONG, new Guest("a"), Optional.empty());
        admission.enter(LONG, new Guest("a"), Optional.empty());
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isEqualTo(new Admission.Busy());
        Admission.Entered other = (Admission.Entered) admission.enter(LONG, new Guest("b"), Optional.empty());
        other.close();
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isEqualTo(new Admission.Busy());
        first.close();
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isInstanceOf(Admission.Entered.class);
    }

    @Test
    void waitingRequestsCountTowardsTheShareUntilTheyAreRefused() {
        Admission admission =
                new Admission(1, 2, new Admission.Queue(10, LONG), MemoryBudget.ofHeap(), System::nanoTime);
        Admission.Entered inside = (Admission.Entered) admission.enter(LONG, new Guest("a"), Optional.empty());
        assertThat(admission.enter(Duration.ofMillis(1), new Guest("a"), Optional.empty()))
                .isEqualTo(new Admission.Busy());
        CompletableFuture<Admission.Entry> waits =
                CompletableFuture.supplyAsync(() -> admission.enter(LONG, new Guest("a"), Optional.empty()));
        Await.until("it waits", () -> admission.waiting() == 1);
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isEqualTo(new Admission.Busy());
        inside.close();
        assertThat(waits.join()).isInstanceOf(Admission.Entered.class);
        assertThat(admission.inFlight()).isEqualTo(1);
    }

    private static Optional<Admission.Share> bulk(String holder) {
        return Optional.of(new Admission.Share(holder, Admission.Share.WHOLE, RequestClass.BULK));
    }

    @Test
    void bulkRequestsOfAllHoldersLeaveHalfOfTheSlotsFree() {
        Admission admission = new Admission(4, 0, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime);
        Admission.Entered first = (Admission.Entered) admission.enter(LONG, new Guest("a"), bulk("night"));
        assertThat(first.requestClass()).isEqualTo(RequestClass.BULK);
        assertThat(admission.enter(LONG, new Guest("a"), bulk("archive"))).isInstanceOf(Admission.Entered.class);
        assertThat(admission.enter(LONG, new Guest("a"), bulk("third"))).isEqualTo(new Admission.BulkTaken(2));
        for (int i = 0; i < 2; i++) {
            assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isInstanceOf(Admission.Entered.class);
        }
        first.close();
        assertThat(admission.enter(LONG, new Guest("a"), bulk("third"))).isInstanceOf(Admission.Entered.class);
        assertThat(admission.enter(LONG, new Guest("a"), bulk("third"))).isEqualTo(new Admission.BulkTaken(2));
    }

    @Test
    void anOnlySlotIsForBulkRequestsToo() {
        Admission admission = new Admission(1, 0, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime);
        assertThat(admission.enter(LONG, new Guest("a"), bulk("night"))).isInstanceOf(Admission.Entered.class);
    }

    @Test
    void inTheQueueInteractiveRequestsPassBulkOnes() {
        Admission admission =
                new Admission(2, 0, new Admission.Queue(10, LONG), MemoryBudget.ofHeap(), System::nanoTime);
        List<Admission.Entered> inside = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            inside.add((Admission.Entered) admission.enter(LONG, new Guest("a"), Optional.empty()));
        }
        CompletableFuture<Admission.Entry> waits = CompletableFuture.supplyAsync(
                () -> admission.enter(LONG, new Guest("a"), bulk("night")), Thread::startVirtualThread);
        Await.until("the bulk request waits", () -> admission.waiting() == 1);
        CompletableFuture<Admission.Entry> passes = CompletableFuture.supplyAsync(
                () -> admission.enter(LONG, new Guest("a"), Optional.empty()), Thread::startVirtualThread);
        Await.until("both wait", () -> admission.waiting() == 2);
        inside.getFirst().close();
        assertThat(passes.join()).isInstanceOf(Admission.Entered.class);
        assertThat(admission.waiting()).isEqualTo(1);
        inside.getLast().close();
        assertThat(waits.join()).isInstanceOf(Admission.Entered.class);
    }

    @Test
    void withoutALimitOneAddressMayTakeEverySlot() {
        Admission admission = new Admission(3, 0, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime);
        for (int i = 0; i < 3; i++) {
            assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isInstanceOf(Admission.Entered.class);
        }
    }
}
