// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * The NVIDIA libraries on this machine, found the way the dynamic loader finds them. They are checked before ONNX
 * Runtime loads its CUDA provider, because the runtime writes its own lines to standard error if one is missing.
 */
final class CudaLibraries {
    /** Comes with the driver. */
    private static final String DRIVER = "libcuda.so.1";

    private static final String RUNTIME = "libcudart.so.12";

    /** What the CUDA provider of ONNX Runtime 1.26 is linked with, except the C and C++ libraries. */
    private static final List<String> NEEDED = List.of(
            DRIVER,
            RUNTIME,
            "libcublas.so.12",
            "libcublasLt.so.12",
            "libcudnn.so.9",
            "libcufft.so.11",
            "libcurand.so.10");

    private static final int LONGEST_MESSAGE = 1024;

    private CudaLibraries() {}

    /** Those that cannot be loaded. */
    static List<String> missing() {
        return NEEDED.stream().filter(name -> !loads(name)).toList();
    }

    // The lookup is restricted because loading a library runs its code.
    @SuppressWarnings("restricted")
    private static boolean loads(String library) {
        try {
            var _ = SymbolLookup.libraryLookup(library, Arena.global());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * The number of devices that CUDA sees here, at least 1.
     *
     * @throws IllegalStateException with CUDA's own words if there is none
     */
    // The calls are restricted because a wrong signature would break the process; these are those in
    // cuda_runtime_api.h.
    @SuppressWarnings("restricted")
    static int devices() {
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup runtime = SymbolLookup.libraryLookup(RUNTIME, Arena.global());
            MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
            int status = (int) linker.downcallHandle(
                            runtime.findOrThrow("cudaGetDeviceCount"),
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS))
                    .invokeExact(count);
            if (status == 0 && count.get(ValueLayout.JAVA_INT, 0) > 0) {
                return count.get(ValueLayout.JAVA_INT, 0);
            }
            MemorySegment words = (MemorySegment) linker.downcallHandle(
                            runtime.findOrThrow("cudaGetErrorString"),
                            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT))
                    .invokeExact(status);
            throw new IllegalStateException(
                    status == 0
                            ? "no device"
                            : words.reinterpret(LONGEST_MESSAGE).getString(0));
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
