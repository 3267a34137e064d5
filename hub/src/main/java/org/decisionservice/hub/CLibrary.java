// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;

/** The few functions of the C library that Java does not offer; absent if the platform lacks any of them. */
final class CLibrary {
    /** This value is the same on every platform that has these functions. */
    private static final int READ_WRITE = 2;

    private static final int EXCLUSIVE_WITHOUT_WAITING = 2 | 4;
    private static final int STANDARD_ERROR = 2;

    /** The result of a lock that another process holds. */
    static final int WOULD_BLOCK = System.getProperty("os.name", "").startsWith("Linux") ? 11 : 35;

    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERROR = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final Optional<CLibrary> LIBRARY = find();

    private final MethodHandle open;
    private final MethodHandle flock;
    private final MethodHandle close;
    private final MethodHandle isatty;
    private final MethodHandle strerror;

    private CLibrary(
            MethodHandle open, MethodHandle flock, MethodHandle close, MethodHandle isatty, MethodHandle strerror) {
        this.open = open;
        this.flock = flock;
        this.close = close;
        this.isatty = isatty;
        this.strerror = strerror;
    }

    static Optional<CLibrary> get() {
        return LIBRARY;
    }

    // Calling native code is restricted but safe here: these are the documented signatures of POSIX functions.
    @SuppressWarnings("restricted")
    private static Optional<CLibrary> find() {
        Linker linker = Linker.nativeLinker();
        SymbolLookup lookup = linker.defaultLookup();
        if (List.of("open", "flock", "close", "isatty", "strerror").stream()
                .anyMatch(name -> lookup.find(name).isEmpty())) {
            return Optional.empty();
        }
        MemoryLayout number = ValueLayout.JAVA_INT;
        return Optional.of(new CLibrary(
                linker.downcallHandle(
                        lookup.findOrThrow("open"),
                        FunctionDescriptor.of(number, ValueLayout.ADDRESS, number),
                        Linker.Option.firstVariadicArg(2)),
                linker.downcallHandle(
                        lookup.findOrThrow("flock"),
                        FunctionDescriptor.of(number, number, number),
                        Linker.Option.captureCallState("errno")),
                linker.downcallHandle(lookup.findOrThrow("close"), FunctionDescriptor.of(number, number)),
                linker.downcallHandle(lookup.findOrThrow("isatty"), FunctionDescriptor.of(number, number)),
                linker.downcallHandle(
                        lookup.findOrThrow("strerror"), FunctionDescriptor.of(ValueLayout.ADDRESS, number))));
    }

    /** Opens an existing file and returns its descriptor, or a negative number. */
    int open(String path) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            return (int) open.invokeExact(name, READ_WRITE);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Takes the {@code flock(2)} lock if it is free; closing the descriptor releases it.
     *
     * @return 0, or {@code errno}, which is {@link #WOULD_BLOCK} if another process has the lock
     */
    int tryLock(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            return (int) flock.invokeExact(state, descriptor, EXCLUSIVE_WITHOUT_WAITING) == 0
                    ? 0
                    : (int) ERROR.get(state, 0L);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The platform's words for a value of {@code errno}. */
    // The text ends with a zero, as every text of the C library does, so it may be read to there.
    @SuppressWarnings("restricted")
    String reason(int error) {
        try {
            MemorySegment text = (MemorySegment) strerror.invokeExact(error);
            return text.reinterpret(Long.MAX_VALUE).getString(0);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    void close(int descriptor) {
        try {
            int ignored = (int) close.invokeExact(descriptor);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    boolean standardErrorIsATerminal() {
        try {
            return (int) isatty.invokeExact(STANDARD_ERROR) == 1;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
