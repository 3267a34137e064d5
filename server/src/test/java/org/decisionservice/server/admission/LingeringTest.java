// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.decisionservice.host.testing.Await;
import org.junit.jupiter.api.Test;

/** What happens to clients that do not read their answers. */
class LingeringTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @Test
    void aSlowReaderLosesItsSlotWhenAnotherRequestNeedsOne() {
        Admission admission = new Admission(2, 0, new Admission.Queue(0, LONG), MemoryBudget.ofHeap());
        Guest reader = new Guest("a");
        reader.lingers = true;
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
        Admission admission = new Admission(1, 0, new Admission.Queue(1, LONG), MemoryBudget.ofHeap());
        Guest reader = new Guest("a");
        Admission.Entered slow = (Admission.Entered) admission.enter(LONG, reader, Optional.empty());
        CompletableFuture<Admission.Entry> next =
                CompletableFuture.supplyAsync(() -> admission.enter(LONG, new Guest("a"), Optional.empty()));
        Await.until("it waits", () -> admission.waiting() == 1);
        assertThat(reader.dismissed).isFalse();
        reader.lingers = true;
        Await.until("the reader is sent away", () -> reader.dismissed);
        slow.close();
        assertThat(next.join()).isInstanceOf(Admission.Entered.class);
    }

    @Test
    void aDismissedReaderThatStaysIsNotWaitedForLong() {
        Admission admission = new Admission(1, 0, Admission.Queue.NONE, MemoryBudget.ofHeap());
        Guest reader = new Guest("a");
        reader.lingers = true;
        admission.enter(LONG, reader, Optional.empty());
        assertThat(admission.enter(LONG, new Guest("a"), Optional.empty())).isEqualTo(new Admission.Busy());
        assertThat(reader.dismissed).isTrue();
        assertThat(admission.waiting()).isZero();
    }
}
