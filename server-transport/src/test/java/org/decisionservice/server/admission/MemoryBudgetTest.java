// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.decisionservice.host.RequestClass;
import org.decisionservice.server.admission.Admission.Share;
import org.decisionservice.server.admission.MemoryBudget.Reservation;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private long now;

    /** 600 bytes for large requests, and 10 of 20 slots each for small ones. */
    private final MemoryBudget budget = new MemoryBudget(800, 20, () -> now);

    private Reservation arrived() {
        return budget.arrived(Optional.empty());
    }

    private Reservation arrived(String holder, int most) {
        return budget.arrived(Optional.of(new Share(holder, most, RequestClass.INTERACTIVE)));
    }

    private Reservation bulk(String holder) {
        return budget.arrived(Optional.of(new Share(holder, Share.WHOLE, RequestClass.BULK)));
    }

    private Reservation with(long bytes) {
        Reservation reservation = arrived();
        assertThat(reservation.exactly(bytes)).isTrue();
        return reservation;
    }

    private Reservation waiting(long bytes) {
        Reservation reservation = arrived();
        assertThat(reservation.exactly(bytes)).isFalse();
        return reservation;
    }

    private static boolean served(Reservation reservation) {
        return reservation.turn().isDone();
    }

    @Test
    void noMoreIsReservedThanThereIs() {
        Reservation first = with(540);
        Reservation second = waiting(61);
        Reservation third = waiting(62);
        assertThat(with(60)).isNotNull();
        assertThat(budget.reserved()).isEqualTo(600);
        first.close();
        first.close();
        assertThat(served(second)).isTrue();
        assertThat(served(third)).isTrue();
        assertThat(budget.reserved()).isEqualTo(60 + 61 + 62);
        assertThat(first.exactly(5)).as("it is closed").isFalse();
        assertThat(budget.reserved()).isEqualTo(60 + 61 + 62);
    }

    @Test
    void aRequestThatIsAloneGetsWhateverItNeeds() {
        Reservation huge = with(10_000);
        Reservation next = waiting(11);
        huge.close();
        assertThat(served(next)).isTrue();
    }

    @Test
    void smallRequestsNeverWait() {
        with(600);
        for (int slot = 0; slot < 20; slot++) {
            with(10);
        }
        assertThat(budget.reserved()).isEqualTo(800);
        waiting(11);
    }

    @Test
    void whoeverNeedsLessThanItHasGivesTheRestToOthers() {
        Reservation first = with(600);
        Reservation next = waiting(500);
        assertThat(first.atLeast(100)).isTrue();
        assertThat(served(next)).isFalse();
        assertThat(first.exactly(100)).isTrue();
        assertThat(served(next)).isTrue();
        assertThat(next.exactly(5)).as("it has become small").isTrue();
        assertThat(budget.reserved()).isEqualTo(105);
    }

    @Test
    void whoeverNeedsMoreWaitsWithNothing() {
        Reservation first = with(300);
        Reservation second = with(200);
        assertThat(second.exactly(400)).isFalse();
        assertThat(budget.reserved()).isEqualTo(300);
        first.close();
        assertThat(served(second)).isTrue();
        assertThat(second.atLeast(200)).isTrue();
        assertThat(budget.reserved()).isEqualTo(400);
    }

    @Test
    void oneThatFitsPassesOneThatDoesNotButNotForEver() {
        Reservation first = with(300);
        Reservation large = waiting(500);
        for (int passing = 0; passing < 8; passing++) {
            with(100).close();
        }
        Reservation next = waiting(100);
        assertThat(served(large)).isFalse();
        first.close();
        assertThat(served(large)).isTrue();
        assertThat(served(next)).as("both fit").isTrue();
    }

    @Test
    void amongHoldersOfKeysThoseThatHaveLeastComeFirst() {
        Reservation full = with(600);
        Reservation[] ofOne = new Reservation[3];
        for (int i = 0; i < ofOne.length; i++) {
            ofOne[i] = arrived("one", 20);
            ofOne[i].exactly(300);
        }
        Reservation other = arrived("other", 20);
        other.exactly(300);
        full.close();
        assertThat(served(ofOne[0])).isTrue();
        assertThat(served(other)).as("it came last, and its holder has nothing").isTrue();
        assertThat(served(ofOne[1])).isFalse();
        ofOne[0].close();
        assertThat(served(ofOne[1])).isTrue();
        assertThat(served(ofOne[2])).isFalse();
    }

    @Test
    void aShareOfTheSlotsIsAShareOfTheMemory() {
        Reservation first = arrived("quarter", 5);
        Reservation second = arrived("quarter", 5);
        assertThat(first.exactly(100)).isTrue();
        assertThat(second.exactly(51)).as("a quarter of 600 is 150").isFalse();
        assertThat(with(500)).as("who waits for its own share keeps nobody").isNotNull();
        first.close();
        assertThat(served(second)).isTrue();
        Reservation alone = arrived("quarter", 5);
        assertThat(alone.exactly(40)).isTrue();
    }

    @Test
    void bulkRequestsHaveHalfOfTheMemoryTogetherAndComeLast() {
        Reservation first = bulk("night");
        assertThat(first.exactly(250)).isTrue();
        Reservation other = bulk("archive");
        assertThat(other.exactly(60)).as("half of 600 is 300").isFalse();
        Reservation full = with(350);
        first.close();
        assertThat(served(other)).isTrue();
        Reservation late = bulk("night");
        assertThat(late.exactly(200)).isFalse();
        Reservation interactive = waiting(350);
        full.close();
        assertThat(served(interactive)).as("it came last").isTrue();
        assertThat(served(late)).isFalse();
        interactive.close();
        assertThat(served(late)).isTrue();
    }

    @Test
    void aHolderThatHasNothingMayHaveMoreThanItsShare() {
        assertThat(arrived("quarter", 5).exactly(550)).isTrue();
    }

    @Test
    void whoeverLeavesUnblocksThoseBehindIt() {
        Reservation first = with(400);
        Reservation leaving = waiting(300);
        for (int passing = 0; passing < 8; passing++) {
            with(100).close();
        }
        Reservation next = waiting(100);
        leaving.close();
        assertThat(served(next)).isTrue();
        assertThat(served(leaving)).isFalse();
        first.close();
        assertThat(budget.reserved()).isEqualTo(100);
    }

    @Test
    void waitsAreCountedWithTheirTime() {
        Reservation first = with(600);
        Reservation leaving = waiting(100);
        Reservation staying = waiting(100);
        assertThat(budget.waiting()).isEqualTo(2);
        assertThat(budget.waits()).isZero();
        now += Duration.ofSeconds(2).toNanos();
        leaving.close();
        now += Duration.ofSeconds(1).toNanos();
        first.close();
        assertThat(budget.waiting()).isZero();
        assertThat(budget.waits()).isEqualTo(2);
        assertThat(budget.waited()).isEqualTo(Duration.ofSeconds(5));
        assertThat(staying.waited()).isEqualTo(Duration.ofSeconds(3));
        assertThat(with(50).waited()).isZero();
    }

    @Test
    void aBudgetOfZeroBytesIsRejected() {
        assertThatThrownBy(() -> new MemoryBudget(0, 1, () -> now)).hasMessageContaining("not 0");
    }
}
