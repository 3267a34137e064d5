// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;

/** What happens to clients that do not read their answers. */
class LingeringTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @Test
    void aSlowReaderLosesItsSlotWhenAnotherRequestNeedsOne() {
        Admission admission =
                new Admission(2, 0, new Admission.Queue(0, LONG), MemoryBudget.ofHeap(), System::nanoTime);
        Guest reader = new Guest("a");
        reader.lingering = 0;
        Admission.Entered slow = (Admission.Entered) admission.enter(LONG, reader, Optional.empty());
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty()))
                .as("there is a slot, so nobody has to go")
                .isInstanceOf(Admission.Entered.class);
        assertThat(reader.dismissed).isFalse();
        CompletableFuture<Admission.Entry> next =
                CompletableFuture.supplyAsync(() -> admission.enter(LONG, new Guest("a"), Optional.empty()));
        Await.until("it waits", () -> reader.dismissed && admission.waiting() == 1);
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty()))
                .as("one slot is about to be free, and it has been promised")
                .isEqualTo(new Admission.Busy());
        slow.close();
        assertThat(next.join()).isInstanceOf(Admission.Entered.class);
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isEqualTo(new Admission.Busy());
    }

    @Test
    void aReaderThatBecomesSlowWhileAnotherWaitsLosesItsSlotToo() {
        Admission admission =
                new Admission(1, 0, new Admission.Queue(1, LONG), MemoryBudget.ofHeap(), System::nanoTime);
        Guest reader = new Guest("a");
        Admission.Entered slow = (Admission.Entered) admission.enter(LONG, reader, Optional.empty());
        CompletableFuture<Admission.Entry> next =
                CompletableFuture.supplyAsync(() -> admission.enter(LONG, new Guest("a"), Optional.empty()));
        Await.until("it waits", () -> admission.waiting() == 1);
        assertThat(reader.dismissed).isFalse();
        reader.lingering = 0;
        Await.until("the reader is sent away", () -> reader.dismissed);
        slow.close();
        assertThat(next.join()).isInstanceOf(Admission.Entered.class);
    }

    @Test
    void aDismissedReaderThatStaysIsNotWaitedForLong() {
        Admission admission = new Admission(1, 0, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime);
        Guest reader = new Guest("a");
        reader.lingering = 0;
        admission.enter(LONG, reader, Optional.empty());
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isEqualTo(new Admission.Busy());
        assertThat(reader.dismissed).isTrue();
        assertThat(admission.waiting()).isZero();
    }

    @Test
    void theSlowestGoesFirst() {
        Admission admission = new Admission(3, 0, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime);
        Guest fast = new Guest("a");
        Guest slow = new Guest("a");
        Guest quick = new Guest("a");
        slow.lingering = 1;
        fast.lingering = 2;
        for (Guest guest : List.of(fast, slow, quick)) {
            admission.enter(LONG, guest, Optional.empty());
        }
        admission.enter(LONG, new Guest("a"), Optional.empty());
        assertThat(slow.dismissed).isTrue();
        assertThat(fast.dismissed).isFalse();
        assertThat(quick.dismissed).isFalse();
    }

    @Test
    void anUploadThatHasJustStalledIsWaitedForAndSentAwayWhenItLingers() {
        Admission admission = new Admission(1, 0, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime);
        Guest upload = new Guest("a");
        Admission.Entered slow = (Admission.Entered) admission.enter(LONG, upload, Optional.empty());
        upload.stalls = true;
        CompletableFuture<Admission.Entry> next =
                CompletableFuture.supplyAsync(() -> admission.enter(LONG, new Guest("a"), Optional.empty()));
        Await.until("it waits", () -> admission.waiting() == 1);
        assertThat(upload.dismissed).isFalse();
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty()))
                .as("there is one such upload, and one waits for it")
                .isEqualTo(new Admission.Busy());
        upload.lingering = 0;
        Await.until("it is sent away", () -> upload.dismissed);
        slow.close();
        assertThat(next.join()).isInstanceOf(Admission.Entered.class);
    }

    @Test
    void thoseThatHoldMemoryAreSentAwayOneByOneWhenOthersWaitForIt() {
        Admission admission = new Admission(4, 0, Admission.Queue.NONE, 400, System::nanoTime);
        List<Guest> readers = List.of(new Guest("a"), new Guest("a"), new Guest("a"));
        List<Admission.Entered> slots = readers.stream()
                .map(reader -> (Admission.Entered) admission.enter(LONG, reader, Optional.empty()))
                .toList();
        readers.forEach(reader -> reader.lingering = 0);
        slots.get(1).memory().exactly(100);
        slots.get(2).memory().exactly(100);
        slots.get(0).memory().exactly(25);
        admission.makeRoom();
        admission.makeRoom();
        assertThat(readers).extracting(reader -> reader.dismissed).containsExactly(false, true, false);
        slots.get(1).close();
        admission.makeRoom();
        assertThat(readers).extracting(reader -> reader.dismissed).containsExactly(false, true, true);
    }
}
