// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/** The few functions of the C library that Java does not offer; absent if the platform lacks any of them. */
final class CLibrary {
    /** This value is the same on every platform that has these functions. */
    private static final int READ_WRITE = 2;

    private static final int EXCLUSIVE_WITHOUT_WAITING = 2 | 4;
    private static final int STANDARD_ERROR = 2;

    private static final Optional<CLibrary> LIBRARY = find();

    private final MethodHandle open;
    private final MethodHandle flock;
    private final MethodHandle close;
    private final MethodHandle isatty;

    private CLibrary(MethodHandle open, MethodHandle flock, MethodHandle close, MethodHandle isatty) {
        this.open = open;
        this.flock = flock;
        this.close = close;
        this.isatty = isatty;
    }

    static Optional<CLibrary> get() {
        return LIBRARY;
    }

    // Calling native code is restricted but safe here: these are the documented signatures of POSIX functions.
    @SuppressWarnings("restricted")
    private static Optional<CLibrary> find() {
        Linker linker = Linker.nativeLinker();
        SymbolLookup lookup = linker.defaultLookup();
        if (List.of("open", "flock", "close", "isatty").stream()
                .anyMatch(name -> lookup.find(name).isEmpty())) {
            return Optional.empty();
        }
        MemoryLayout number = ValueLayout.JAVA_INT;
        return Optional.of(new CLibrary(
                linker.downcallHandle(
                        lookup.findOrThrow("open"),
                        FunctionDescriptor.of(number, ValueLayout.ADDRESS, number),
                        Linker.Option.firstVariadicArg(2)),
                linker.downcallHandle(lookup.findOrThrow("flock"), FunctionDescriptor.of(number, number, number)),
                linker.downcallHandle(lookup.findOrThrow("close"), FunctionDescriptor.of(number, number)),
                linker.downcallHandle(lookup.findOrThrow("isatty"), FunctionDescriptor.of(number, number))));
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

    /** Takes the {@code flock(2)} lock if it is free; closing the descriptor releases it. */
    boolean tryLock(int descriptor) {
        try {
            return (int) flock.invokeExact(descriptor, EXCLUSIVE_WITHOUT_WAITING) == 0;
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
