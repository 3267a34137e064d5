// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.DecisionService.Outcome;
import org.decisionservice.server.transport.Deadline;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final Outcome OUTCOME = new Outcome(
            List.of(), 0, new DecisionService.Timings(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO));
    private static final Deadline NONE = new Deadline(() -> Duration.ofHours(1), Optional.empty());

    /** A decision that is there after a number of waits, none of which takes any time. */
    private static final class Later implements DecisionService.Decision {
        private final List<Duration> waits = new ArrayList<>();
        private final int after;
        private boolean abandoned;

        Later(int after) {
            this.after = after;
        }

        @Override
        public Optional<Outcome> await(Duration patience) {
            waits.add(patience);
            return waits.size() > after ? Optional.of(OUTCOME) : Optional.empty();
        }

        @Override
        public void abandon() {
            abandoned = true;
        }
    }

    @Test
    void theClientIsLookedAtFourTimesASecondUntilTheAnswerIsThere() {
        AtomicInteger looks = new AtomicInteger();
        Later decision = new Later(3);
        assertThat(new Patience(NONE, () -> looks.incrementAndGet() > 10, () -> false).await(decision))
                .isSameAs(OUTCOME);
        assertThat(looks).hasValue(3);
        assertThat(decision.waits).containsOnly(Duration.ofMillis(250));
        assertThat(decision.abandoned).isFalse();
    }

    @Test
    void whatIsThereInTimeCostsNoLook() {
        Later decision = new Later(0);
        assertThat(new Patience(NONE, () -> true, () -> false).await(decision)).isSameAs(OUTCOME);
        assertThat(decision.abandoned).isFalse();
    }

    @Test
    void aClientThatLeftTakesTheDecisionWithIt() {
        Later decision = new Later(1000);
        assertThatExceptionOfType(CloseConnectionException.class)
                .isThrownBy(() -> new Patience(NONE, () -> decision.waits.size() == 2, () -> false).await(decision));
        assertThat(decision.waits).hasSize(2);
        assertThat(decision.abandoned).isTrue();
    }

    @Test
    void timeThatIsOverTakesTheDecisionWithIt() {
        Later decision = new Later(1000);
        Deadline passed = new Deadline(() -> Duration.ofMinutes(1), Optional.of(Duration.ofMillis(2500)));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> new Patience(passed, () -> false, () -> false).await(decision))
                .satisfies(e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.TIMED_OUT))
                .withMessageContaining("2.5 s (SERVICE_REQUEST_TIMEOUT_S)");
        assertThat(decision.waits).containsExactly(Duration.ZERO);
        assertThat(decision.abandoned).isTrue();
    }

    @Test
    void aServiceThatEndsTakesTheDecisionWithIt() {
        Later decision = new Later(1000);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> new Patience(NONE, () -> false, () -> decision.waits.size() == 3).await(decision))
                .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.STOPPING));
        assertThat(decision.waits).hasSize(3);
        assertThat(decision.abandoned).isTrue();
    }

    @Test
    void noWaitIsLongerThanTheTimeThatIsLeft() {
        Deadline deadline = new Deadline(() -> Duration.ofSeconds(50), Optional.of(Duration.ofSeconds(120)));
        assertThat(deadline.within(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
        assertThat(deadline.within(Duration.ofHours(1))).isEqualTo(Duration.ofSeconds(70));
        assertThat(deadline.isOver()).isFalse();
        assertThat(NONE.within(Duration.ofHours(1))).isEqualTo(Duration.ofHours(1));
        assertThat(NONE.isOver()).isFalse();
    }
}
