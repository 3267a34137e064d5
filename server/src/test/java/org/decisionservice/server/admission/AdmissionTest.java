// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AdmissionTest {

    @Test
    void admitsAsManyAsItHasSlots() {
        Admission admission = new Admission(2);
        Admission.Entry first = admission.tryEnter();
        assertThat(admission.tryEnter()).isInstanceOf(Admission.Entered.class);
        assertThat(admission.tryEnter()).isEqualTo(new Admission.Busy());
        assertThat(admission.inFlight()).isEqualTo(2);
        ((Admission.Entered) first).close();
        assertThat(admission.inFlight()).isEqualTo(1);
        assertThat(admission.tryEnter()).isInstanceOf(Admission.Entered.class);
    }

    @Test
    void leavingTwiceFreesOneSlot() {
        Admission admission = new Admission(2);
        Admission.Entered first = (Admission.Entered) admission.tryEnter();
        admission.tryEnter();
        first.close();
        first.close();
        assertThat(admission.inFlight()).isEqualTo(1);
    }

    @Test
    void onceShutNobodyEntersAndWhoIsInsideMayLeave() {
        Admission admission = new Admission(2);
        Admission.Entered inside = (Admission.Entered) admission.tryEnter();
        admission.shut();
        assertThat(admission.tryEnter()).isEqualTo(new Admission.Busy());
        assertThat(admission.inFlight()).isEqualTo(1);
        inside.close();
        assertThat(admission.inFlight()).isZero();
        assertThat(admission.tryEnter()).isEqualTo(new Admission.Busy());
    }

    @Test
    void aDoorThatNobodyFitsThroughIsAMistake() {
        assertThatThrownBy(() -> new Admission(0)).hasMessageContaining("not 0");
    }
}
