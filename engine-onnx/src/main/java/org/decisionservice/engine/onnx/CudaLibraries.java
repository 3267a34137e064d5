// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.List;
import java.util.OptionalInt;
import org.decisionservice.engine.kit.CudaDevices;
import org.decisionservice.engine.spi.Device;

/**
 * The NVIDIA libraries on this machine, found the way the dynamic loader finds them. They are checked before ONNX
 * Runtime loads its CUDA provider, because the runtime writes its own lines to standard error if one is missing.
 */
final class CudaLibraries {
    private static final String RUNTIME = "libcudart.so.12";

    /** What the CUDA provider of ONNX Runtime 1.26 is linked with, except the C and C++ libraries. */
    private static final List<String> NEEDED = List.of(
            CudaDevices.DRIVER,
            RUNTIME,
            "libcublas.so.12",
            "libcublasLt.so.12",
            "libcudnn.so.9",
            "libcufft.so.11",
            "libcurand.so.10");

    private CudaLibraries() {}

    /** Those that cannot be loaded. */
    static List<String> missing() {
        return NEEDED.stream().filter(name -> !CudaDevices.loads(name)).toList();
    }

    /**
     * The number of devices that CUDA sees here, at least 1.
     *
     * @throws IllegalStateException if there is none, with the reason as one sentence
     */
    static int devices() {
        return CudaDevices.count(runtime());
    }

    // The lookup is restricted because loading a library runs its code.
    @SuppressWarnings("restricted")
    private static SymbolLookup runtime() {
        return SymbolLookup.libraryLookup(RUNTIME, Arena.global());
    }

    /** What a device can do, as {@link CudaDevices#capability}. */
    static OptionalInt capability(Device device) {
        return CudaDevices.capability(runtime(), device.index());
    }

    /**
     * Memory of a device that nothing is in, in bytes; on the CPU, and where the runtime does not say, all there is.
     */
    static long free(Device device) {
        return device.kind() == Device.Kind.CPU
                ? Long.MAX_VALUE
                : CudaDevices.free(runtime(), device.index()).orElse(Long.MAX_VALUE);
    }
}
