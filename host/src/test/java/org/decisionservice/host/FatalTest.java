// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.decisionservice.host.testing.LastResortProbe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FatalTest {
    static Stream<Throwable> fatal() {
        return Stream.of(
                new OutOfMemoryError("Java heap space"),
                new IOException("Map failed", new OutOfMemoryError("Map failed")),
                new ExecutionException(
                        new IllegalStateException(new OutOfMemoryError("unable to create native thread"))),
                new InternalError(),
                new InternalError("the compiler's own fault"),
                new NoClassDefFoundError("Could not initialize class X"),
                new ExceptionInInitializerError(new StackOverflowError()),
                new UnsatisfiedLinkError("no x in java.library.path"));
    }

    static Stream<Throwable> survivable() {
        RuntimeException circular = new RuntimeException("first");
        circular.initCause(new RuntimeException("second", circular));
        return Stream.of(
                new StackOverflowError(),
                new IllegalStateException(new StackOverflowError()),
                new AssertionError("a wrong assumption"),
                new RuntimeException("inference failed"),
                new InternalError("a fault occurred in an unsafe memory access operation"),
                circular);
    }

    @ParameterizedTest
    @MethodSource("fatal")
    void endsTheProcess(Throwable thrown) {
        try (LastResortProbe probe = LastResortProbe.open()) {
            Fatal.check(thrown);
            assertThat(Fatal.is(thrown)).isTrue();
            assertThat(probe.ends()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("survivable")
    void doesNotEndTheProcess(Throwable thrown) {
        try (LastResortProbe probe = LastResortProbe.open()) {
            Fatal.check(thrown);
            assertThat(Fatal.is(thrown)).isFalse();
            assertThat(probe.ends()).isEmpty();
        }
    }

    @Test
    void saysWhatItWas() {
        try (LastResortProbe probe = LastResortProbe.open()) {
            Fatal.check(new OutOfMemoryError("Java heap space"));
            Fatal.check(new RuntimeException("failed", new NoClassDefFoundError("Could not initialize class X")));
            Fatal.check(new OutOfMemoryError());
            assertThat(probe.ends())
                    .containsExactly(
                            "OUT_OF_MEMORY Java heap space",
                            "BROKEN_PROGRAM Could not initialize class X",
                            "OUT_OF_MEMORY ");
        }
    }

    @Test
    void aClassWithoutMemoryForItsInitializationIsNotABrokenProgram() {
        Throwable first = new ExceptionInInitializerError(new OutOfMemoryError("Java heap space"));
        NoClassDefFoundError later = new NoClassDefFoundError("Could not initialize class X");
        later.initCause(new ExceptionInInitializerError(
                "Exception java.lang.OutOfMemoryError: Java heap space [in thread \"main\"]"));
        try (LastResortProbe probe = LastResortProbe.open()) {
            Fatal.checkMemory(first);
            Fatal.checkMemory(new IllegalStateException(later));
            Fatal.checkMemory(new NoClassDefFoundError("Could not initialize class X"));
            assertThat(probe.ends())
                    .containsExactly(
                            "OUT_OF_MEMORY Java heap space",
                            "OUT_OF_MEMORY Exception java.lang.OutOfMemoryError: Java heap space [in thread \"main\"]");
        }
    }

    @Test
    void aCheckedTaskFailsAsItWouldHave() {
        try (LastResortProbe probe = LastResortProbe.open()) {
            OutOfMemoryError thrown = new OutOfMemoryError("by hand");
            assertThatThrownBy(Fatal.checked(() -> {
                        throw thrown;
                    })::run)
                    .isSameAs(thrown);
            assertThat(probe.ends()).containsExactly("OUT_OF_MEMORY by hand");
        }
    }
}
