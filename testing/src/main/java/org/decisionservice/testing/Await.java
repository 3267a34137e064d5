// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Waits for another thread or process. This is the only test code that polls. */
public final class Await {
    /** Far longer than anything takes that happens at all. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Duration PAUSE = Duration.ofMillis(2);

    private Await() {}

    /** A condition that is evaluated repeatedly, on the waiting thread. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /** Like {@link Condition}, for something that has a value once it is there. */
    @FunctionalInterface
    public interface Value<T, E extends Exception> {
        Optional<T> now() throws E;
    }

    /**
     * Returns once {@code condition} holds.
     *
     * @param what the event waited for, for the message if it does not happen
     * @throws AssertionError naming {@code what}, after two minutes
     */
    public static <E extends Exception> void until(String what, Condition<E> condition) throws E {
        until(what, PATIENCE, condition);
    }

    static <E extends Exception> void until(String what, Duration patience, Condition<E> condition) throws E {
        value(what, patience, () -> condition.holds() ? Optional.of(true) : Optional.empty());
    }

    /**
     * Returns the value once there is one.
     *
     * @param what the value waited for, for the message if it does not appear
     * @throws AssertionError naming {@code what}, after two minutes
     */
    public static <T, E extends Exception> T value(String what, Value<T, E> value) throws E {
        return value(what, PATIENCE, value);
    }

    private static <T, E extends Exception> T value(String what, Duration patience, Value<T, E> value) throws E {
        long begun = System.nanoTime();
        while (true) {
            // Read before the condition, so that a thread that was suspended for long checks once more.
            boolean last = System.nanoTime() - begun > patience.toNanos();
            Optional<T> now = value.now();
            if (now.isPresent()) {
                return now.get();
            }
            if (last || Thread.currentThread().isInterrupted()) {
                throw new AssertionError("did not happen within " + patience.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
