// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.junit.jupiter.api.Test;

class RequestPatienceTest {
    private static RequestPatience unlimited(BooleanSupplier departed, BooleanSupplier stopping) {
        return new RequestPatience(() -> Duration.ofHours(1), Optional.empty(), departed, stopping);
    }

    /** A step that has its result after a number of waits, none of which takes any time. */
    private static final class Later extends FutureTask<String> {
        private final List<Duration> waits = new ArrayList<>();
        private final int after;

        Later(int after) {
            super(() -> "answer");
            this.after = after;
        }

        @Override
        public String get(long timeout, TimeUnit unit) throws TimeoutException {
            waits.add(Duration.of(timeout, unit.toChronoUnit()));
            if (waits.size() <= after) {
                throw new TimeoutException();
            }
            run();
            return resultNow();
        }
    }

    @Test
    void theClientIsLookedAtFourTimesASecondUntilTheAnswerIsThere() {
        AtomicInteger looks = new AtomicInteger();
        Later step = new Later(3);
        assertThat(unlimited(() -> looks.incrementAndGet() > 10, () -> false).await(step))
                .isEqualTo("answer");
        assertThat(looks).hasValue(3);
        assertThat(step.waits).containsOnly(Duration.ofMillis(250));
        assertThat(step.state()).isEqualTo(Future.State.SUCCESS);
    }

    @Test
    void anAnswerInTimeCostsNoLook() {
        Later step = new Later(0);
        assertThat(unlimited(() -> true, () -> false).await(step)).isEqualTo("answer");
        assertThat(step.state()).isEqualTo(Future.State.SUCCESS);
    }

    @Test
    void theStepOfAClientThatHasLeftIsCancelled() {
        Later step = new Later(1000);
        assertThatExceptionOfType(CloseConnectionException.class)
                .isThrownBy(() ->
                        unlimited(() -> step.waits.size() == 2, () -> false).await(step));
        assertThat(step.waits).hasSize(2);
        assertThat(step.isCancelled()).isTrue();
    }

    @Test
    void theStepIsCancelledWhenTheTimeIsOver() {
        Later step = new Later(1000);
        RequestPatience passed = new RequestPatience(
                () -> Duration.ofMinutes(1), Optional.of(Duration.ofMillis(2500)), () -> false, () -> false);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> passed.await(step))
                .satisfies(e -> assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.TIMED_OUT))
                .withMessageContaining("2.5 s (SERVICE_REQUEST_TIMEOUT_S)");
        assertThat(step.waits).containsExactly(Duration.ZERO);
        assertThat(step.isCancelled()).isTrue();
    }

    @Test
    void theStepIsCancelledWhenTheServiceEnds() {
        Later step = new Later(1000);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() ->
                        unlimited(() -> false, () -> step.waits.size() == 3).await(step))
                .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.STOPPING));
        assertThat(step.waits).hasSize(3);
        assertThat(step.isCancelled()).isTrue();
    }

    @Test
    void noWaitIsLongerThanTheTimeThatIsLeft() {
        RequestPatience limited = new RequestPatience(
                () -> Duration.ofSeconds(50), Optional.of(Duration.ofSeconds(120)), () -> false, () -> false);
        RequestPatience unlimited = unlimited(() -> false, () -> false);
        assertThat(limited.within(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
        assertThat(limited.within(Duration.ofHours(1))).isEqualTo(Duration.ofSeconds(70));
        assertThat(limited.isOver()).isFalse();
        assertThat(unlimited.within(Duration.ofHours(1))).isEqualTo(Duration.ofHours(1));
        assertThat(unlimited.isOver()).isFalse();
    }
}
