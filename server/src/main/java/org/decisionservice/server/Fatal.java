// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server;

import org.jspecify.annotations.Nullable;

/**
 * Errors after which a process only looks alive: a thread that others rely on may be gone, a class may have been given
 * up for good. Whoever catches more than exceptions of its own, to answer or to log and go on, {@linkplain #check asks
 * here first}. What then happens is for the program to say; in a process that has not said anything, nothing does.
 *
 * <p>Runs when there may be no memory left: nothing here allocates, and no {@code switch} over types, which the virtual
 * machine would have to build at its first use.
 */
public final class Fatal {
    private static final int LONGEST_CHAIN = 32;

    /** Why a process cannot go on. */
    public enum Reason {
        OUT_OF_MEMORY,
        /** A class is missing or was given up, or the virtual machine itself failed. */
        BROKEN_PROGRAM,
        /** A port that the service has to listen on refuses connections. */
        NOBODY_LISTENS
    }

    /** What is done when the process cannot go on. */
    @FunctionalInterface
    public interface LastResort {
        /**
         * Ends the process.
         *
         * @param detail the error's message or what else there is to say, may be empty
         */
        void end(Reason reason, String detail);
    }

    private static volatile LastResort lastResort = (_, _) -> {};

    private Fatal() {}

    /** Says what is done from now on. */
    public static void lastResort(LastResort last) {
        lastResort = last;
    }

    /** Whether {@code thrown} or one of its causes is such an error. */
    public static boolean is(Throwable thrown) {
        return find(thrown) != null;
    }

    /** Ends the process if {@code thrown} or one of its causes is such an error. */
    public static void check(Throwable thrown) {
        Throwable fatal = find(thrown);
        if (fatal != null) {
            String detail = fatal.getMessage();
            end(
                    fatal instanceof OutOfMemoryError ? Reason.OUT_OF_MEMORY : Reason.BROKEN_PROGRAM,
                    detail == null ? "" : detail);
        }
    }

    /** Ends the process. */
    public static void end(Reason reason, String detail) {
        lastResort.end(reason, detail);
    }

    /** The same as {@code task}, for executors that keep what it throws to themselves. */
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
            // A request's own nesting; the stack is whole again once it is caught.
            return false;
        }
        if (one instanceof InternalError) {
            // How Java reports that a mapped file has been truncated: the file's fault, and the reader's to deal with.
            String message = one.getMessage();
            return message == null || !message.contains("unsafe memory access");
        }
        return one instanceof VirtualMachineError || one instanceof LinkageError;
    }
}
