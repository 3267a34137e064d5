// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdmissionTest {

    @Test
    void admitsAsManyAsItHasSlots() {
        Admission admission = new Admission(2, 0, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime);
        Admission.Entry first = admission.enter(Duration.ZERO, new Guest("a"), Optional.empty());
        assertThat(admission.enter(Duration.ZERO, new Guest("a"), Optional.empty()))
                .isInstanceOf(Admission.Entered.class);
        assertThat(admission.enter(Duration.ZERO, new Guest("a"), Optional.empty()))
                .isEqualTo(new Admission.Busy());
        assertThat(admission.inFlight()).isEqualTo(2);
        ((Admission.Entered) first).close();
        assertThat(admission.inFlight()).isEqualTo(1);
        assertThat(admission.enter(Duration.ZERO, new Guest("a"), Optional.empty()))
                .isInstanceOf(Admission.Entered.class);
    }

    @Test
    void closingTwiceFreesOneSlot() {
        Admission admission = new Admission(2, 0, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime);
        Admission.Entered first = (Admission.Entered) admission.enter(Duration.ZERO, new Guest("a"), Optional.empty());
        admission.enter(Duration.ZERO, new Guest("a"), Optional.empty());
        first.close();
        first.close();
        assertThat(admission.inFlight()).isEqualTo(1);
    }

    @Test
    void afterShutNewRequestsAreRefusedAndAdmittedOnesFinish() {
        Admission admission = new Admission(2, 0, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime);
        Admission.Entered inside = (Admission.Entered) admission.enter(Duration.ZERO, new Guest("a"), Optional.empty());
        admission.shut();
        assertThat(admission.enter(Duration.ZERO, new Guest("a"), Optional.empty()))
                .isEqualTo(new Admission.Stopping());
        assertThat(admission.inFlight()).isEqualTo(1);
        inside.close();
        assertThat(admission.inFlight()).isZero();
        assertThat(admission.enter(Duration.ZERO, new Guest("a"), Optional.empty()))
                .isEqualTo(new Admission.Stopping());
    }

    @Test
    void zeroSlotsAreRejected() {
        assertThatThrownBy(() -> new Admission(0, 0, Admission.Queue.NONE, MemoryBudget.ofHeap(), System::nanoTime))
                .hasMessageContaining("not 0");
    }
}
