// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void asksUntilItIsSo() {
        Await.until("the third question", () -> asked.incrementAndGet() == 3);
        assertThat(asked).hasValue(3);
        assertThat(Await.value("a number", () -> Optional.of(asked.get()))).isEqualTo(3);
    }

    @Test
    void namesWhatDidNotHappen() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> Await.until("the sky falls", Duration.ofMillis(1), () -> asked.incrementAndGet() < 0))
                .withMessageEndingWith(": the sky falls");
        assertThat(asked.get())
                .as("questions, the last of them when the time was up")
                .isGreaterThan(1);
    }

    @Test
    void aQuestionThatFailsEndsTheWait() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Await.until("nothing", () -> {
                    throw new IOException("no");
                }));
    }

    @Test
    void anInterruptionEndsTheWait() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> Await.until("nothing", () -> false));
        assertThat(Thread.interrupted()).isTrue();
    }
}
