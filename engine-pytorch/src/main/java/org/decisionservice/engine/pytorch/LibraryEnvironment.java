// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;

/**
 * Sets the environment variables that libtorch and its libraries read. Variables set by the operator are kept; a
 * platform without {@code setenv} keeps the defaults.
 */
final class LibraryEnvironment {
    private static final Map<String, String> VARIABLES = Map.of(
            // Threads that wait for each other sleep. By default they spin, which costs a busy machine many times what
            // it saves: a forward pass took ten times as long beside one busy process.
            "OMP_WAIT_POLICY", "passive",
            // oneDNN keeps the code it compiled for every shape it has met, for 1,024 shapes by default, and every
            // number of tokens is a new shape: resident memory grew by 200 MB over some thousand requests of all
            // lengths.
            "ONEDNN_PRIMITIVE_CACHE_CAPACITY", "64");

    private LibraryEnvironment() {}

    /** Must be called before the libraries are loaded, because most read the environment only then. */
    static void prepare() {
        Linker linker = Linker.nativeLinker();
        linker.defaultLookup()
                .find("setenv")
                .ifPresent(setenv -> VARIABLES.forEach((name, value) -> set(linker, setenv, name, value)));
    }

    // The call is restricted because a wrong signature would break the process; this one is the signature in POSIX.
    @SuppressWarnings("restricted")
    private static void set(Linker linker, MemorySegment setenv, String name, String value) {
        MethodHandle call = linker.downcallHandle(
                setenv,
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            int overwrite = 0;
            int _ = (int) call.invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), overwrite);
        } catch (Throwable e) {
            throw new IllegalStateException("setenv", e);
        }
    }
}
