// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;

/** The GPUs that CUDA's runtime counts on this machine. */
public final class CudaDevices {
    /** Comes with NVIDIA's driver. */
    public static final String DRIVER = "libcuda.so.1";

    private static final int SUCCESS = 0;
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
}
