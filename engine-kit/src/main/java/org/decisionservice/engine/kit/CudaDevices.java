// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** The GPUs that CUDA's runtime counts on this machine, and what it says of them. */
public final class CudaDevices {
    /** Comes with NVIDIA's driver. */
    public static final String DRIVER = "libcuda.so.1";

    /** The first capability with products in TensorFloat-32 and bfloat16. */
    public static final int AMPERE = 80;

    private static final int SUCCESS = 0;

    /** Numbers of cudaDeviceAttr. */
    private static final int MAJOR = 75;

    private static final int MINOR = 76;
    private static final int LONGEST_MESSAGE = 1024;

    private CudaDevices() {}

    /** Whether the system's loader finds a library. */
    // The lookup is restricted because loading a library runs its code.
    @SuppressWarnings("restricted")
    public static boolean loads(String library) {
        try {
            var _ = SymbolLookup.libraryLookup(library, Arena.global());
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /**
     * Counts them, as an engine's own CUDA runtime does.
     *
     * @param runtime finds the functions of CUDA's runtime
     * @return at least 1
     * @throws IllegalStateException if there is none, with the reason as one sentence for an operator
     */
    public static int count(SymbolLookup runtime) {
        return count(runtime, () -> loads(DRIVER));
    }

    // The calls are restricted because a wrong signature would break the process; these are those in
    // cuda_runtime_api.h.
    @SuppressWarnings("restricted")
    static int count(SymbolLookup runtime, BooleanSupplier driver) {
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
            int status = (int) linker.downcallHandle(
                            runtime.findOrThrow("cudaGetDeviceCount"),
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS))
                    .invokeExact(count);
            int devices = count.get(ValueLayout.JAVA_INT, 0);
            if (status == SUCCESS && devices > 0) {
                return devices;
            }
            if (!driver.getAsBoolean()) {
                throw new IllegalStateException(
                        "there is no NVIDIA driver: the system's loader does not find " + DRIVER);
            }
            if (status == SUCCESS) {
                throw new IllegalStateException("CUDA finds no device");
            }
            MemorySegment words = (MemorySegment) linker.downcallHandle(
                            runtime.findOrThrow("cudaGetErrorString"),
                            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT))
                    .invokeExact(status);
            throw new IllegalStateException("CUDA finds no device: "
                    + words.reinterpret(LONGEST_MESSAGE).getString(0));
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * What a GPU can do, as NVIDIA counts it: 80 for compute capability 8.0.
     *
     * @param runtime finds the functions of CUDA's runtime
     * @param device index of one that is counted
     * @return empty if the runtime does not say
     */
    public static OptionalInt capability(SymbolLookup runtime, int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment major = arena.allocate(ValueLayout.JAVA_INT);
            MemorySegment minor = arena.allocate(ValueLayout.JAVA_INT);
            return succeeds(runtime, "cudaDeviceGetAttribute", major, MAJOR, device)
                            && succeeds(runtime, "cudaDeviceGetAttribute", minor, MINOR, device)
                    ? OptionalInt.of(10 * major.get(ValueLayout.JAVA_INT, 0) + minor.get(ValueLayout.JAVA_INT, 0))
                    : OptionalInt.empty();
        }
    }

    /**
     * Memory of a GPU that nothing is in, whoever has the rest, in bytes. The thread's current device stays what it
     * was.
     *
     * @param runtime finds the functions of CUDA's runtime
     * @param device index of one that is counted
     * @return empty if the runtime does not say
     */
    public static OptionalLong free(SymbolLookup runtime, int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment before = arena.allocate(ValueLayout.JAVA_INT);
            MemorySegment free = arena.allocate(ValueLayout.JAVA_LONG);
            MemorySegment total = arena.allocate(ValueLayout.JAVA_LONG);
            if (!succeeds(runtime, "cudaGetDevice", before) || !succeeds(runtime, "cudaSetDevice", device)) {
                return OptionalLong.empty();
            }
            boolean known = succeeds(runtime, "cudaMemGetInfo", free, total);
            boolean restored = succeeds(runtime, "cudaSetDevice", before.get(ValueLayout.JAVA_INT, 0));
            return known && restored ? OptionalLong.of(free.get(ValueLayout.JAVA_LONG, 0)) : OptionalLong.empty();
        }
    }

    /** Calls a function that takes pointers and ints and returns a status. */
    @SuppressWarnings("restricted") // as above
    private static boolean succeeds(SymbolLookup runtime, String function, Object... arguments) {
        MemoryLayout[] types = Arrays.stream(arguments)
                .map(argument -> argument instanceof MemorySegment ? ValueLayout.ADDRESS : ValueLayout.JAVA_INT)
                .toArray(MemoryLayout[]::new);
        try {
            return SUCCESS
                    == (int) Linker.nativeLinker()
                            .downcallHandle(
                                    runtime.findOrThrow(function), FunctionDescriptor.of(ValueLayout.JAVA_INT, types))
                            .invokeWithArguments(arguments);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
