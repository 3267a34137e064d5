// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Errors after which a process only looks alive: a thread that others rely on may be gone, or a class may have failed
 * to initialize for good. Code that catches more than its own exceptions, in order to answer or to log and continue,
 * must {@linkplain #check call this class} first. The program decides what happens then through
 * {@link #lastResort(LastResort)}; without a last resort nothing happens.
 *
 * <p>This code may run when no memory is left. It therefore does not allocate, and it does not {@code switch} over
 * types, because the virtual machine would have to build such a switch at its first use.
 */
public final class Fatal {
    private static final int LONGEST_CHAIN = 32;

    /** Why the process cannot continue. */
    public enum Reason {
        OUT_OF_MEMORY,
        /** A class is missing or failed to initialize, or the virtual machine itself failed. */
        BROKEN_PROGRAM,
        /** Something failed before the service was there. */
        FAILED_START,
        /** A port that the service must listen on refuses connections. */
        NOBODY_LISTENS
    }

    /** Ends a process that cannot continue. */
    @FunctionalInterface
    public interface LastResort {
        /**
         * Ends the process.
         *
         * @param detail the error's message or other information; may be empty
         */
        void end(Reason reason, String detail);
    }

    private static volatile LastResort lastResort = (_, _) -> {};

    private Fatal() {}

    /** Sets what happens from now on when the process cannot continue. */
    public static void lastResort(LastResort last) {
        lastResort = last;
    }

    /** Whether {@code thrown} or one of its causes is such an error. */
    public static boolean is(Throwable thrown) {
        return find(thrown) != null;
    }

    /** Ends the process if {@code thrown} or one of its causes is such an error. */
    public static void check(Throwable thrown) {
        Throwable memory = findMemory(thrown);
        Throwable fatal = find(thrown);
        if (memory != null) {
            end(Reason.OUT_OF_MEMORY, message(memory));
        } else if (fatal != null) {
            end(Reason.BROKEN_PROGRAM, message(fatal));
        }
    }

    /**
     * Ends the process if {@code thrown} or one of its causes is that no memory was left: also when it was a class that
     * could not be initialized for that reason. Code that reports a failure as the fault of a jar, a file or a setting
     * must call this method first.
     */
    public static void checkMemory(Throwable thrown) {
        Throwable memory = findMemory(thrown);
        if (memory != null) {
            end(Reason.OUT_OF_MEMORY, message(memory));
        }
    }

    private static @Nullable Throwable findMemory(Throwable thrown) {
        Throwable one = thrown;
        for (int i = 0; one != null && i < LONGEST_CHAIN; i++) {
            if (one instanceof OutOfMemoryError || isMemoryOfAnotherThread(one)) {
                return one;
            }
            one = one.getCause();
        }
        return null;
    }

    /** The class could not be initialized before: the virtual machine then keeps only the text of what was thrown. */
    private static boolean isMemoryOfAnotherThread(Throwable one) {
        return one instanceof ExceptionInInitializerError
                && message(one).startsWith("Exception java.lang.OutOfMemoryError");
    }

    private static String message(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? "" : message;
    }

    /** Ends the process. */
    public static void end(Reason reason, String detail) {
        lastResort.end(reason, detail);
    }

    /** Wraps {@code task} with {@link #check}, for executors that keep what a task throws to themselves. */
    public static Runnable checked(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                check(e);
                throw e;
            }
        };
    }

    /** Wraps {@code step} likewise. */
    public static <T> Callable<T> checkedCall(Supplier<T> step) {
        return () -> {
            try {
                return step.get();
            } catch (RuntimeException | Error e) {
                check(e);
                throw e;
            }
        };
    }

    private static @Nullable Throwable find(Throwable thrown) {
        Throwable one = thrown;
        for (int i = 0; one != null && i < LONGEST_CHAIN; i++) {
            if (isFatal(one)) {
                return one;
            }
            one = one.getCause();
        }
        return null;
    }

    private static boolean isFatal(Throwable one) {
        if (one instanceof StackOverflowError) {
            // A deeply nested request overflows the stack, which is intact again once the error has been caught.
            return false;
        }
        if (one instanceof InternalError) {
            // Java reports a truncated mapped file this way. The file is at fault, and the code that reads it handles
            // the error.
            String message = one.getMessage();
            return message == null || !message.contains("unsafe memory access");
        }
        return one instanceof VirtualMachineError || one instanceof LinkageError;
    }
}
