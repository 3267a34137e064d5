// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The runtime is a stand-in. */
@SuppressWarnings("restricted") // the functions of the runtime are Java's
class CudaDevicesTest {
    private static final Arena ARENA = Arena.global();
    private static final int NO_DEVICE = 100;
    private static final int TOO_OLD = 35;

    /** What it says, as the functions of cuda_runtime_api.h say it. */
    @SuppressWarnings("UnusedMethod") // native code calls them
    private record StandIn(int status, int devices) {
        int count(MemorySegment count) {
            count.reinterpret(Integer.BYTES).set(ValueLayout.JAVA_INT, 0, devices);
            return status;
        }

        MemorySegment words(int asked) {
            return ARENA.allocateFrom(
                    asked == NO_DEVICE ? "no CUDA-capable device is detected" : "driver is insufficient");
        }

        SymbolLookup lookup() throws ReflectiveOperationException {
            Linker linker = Linker.nativeLinker();
            MethodHandles.Lookup here = MethodHandles.lookup();
            MemorySegment count = linker.upcallStub(
                    here.bind(this, "count", MethodType.methodType(int.class, MemorySegment.class)),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS),
                    ARENA);
            MemorySegment words = linker.upcallStub(
                    here.bind(this, "words", MethodType.methodType(MemorySegment.class, int.class)),
                    FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                    ARENA);
            return name -> switch (name) {
                case "cudaGetDeviceCount" -> Optional.of(count);
                case "cudaGetErrorString" -> Optional.of(words);
                default -> Optional.empty();
            };
        }
    }

    private static int counted(int status, int devices, boolean driver) throws ReflectiveOperationException {
        return CudaDevices.count(new StandIn(status, devices).lookup(), () -> driver);
    }

    @Test
    void devicesAreCounted() throws Exception {
        assertThat(counted(0, 3, true)).isEqualTo(3);
    }

    @Test
    void eachReasonForNoneHasItsOwnSentence() {
        assertThatIllegalStateException()
                .isThrownBy(() -> counted(TOO_OLD, 0, false))
                .withMessage("there is no NVIDIA driver: the system's loader does not find libcuda.so.1");
        assertThatIllegalStateException()
                .isThrownBy(() -> counted(TOO_OLD, 0, true))
                .withMessage("CUDA finds no device: driver is insufficient");
        assertThatIllegalStateException()
                .isThrownBy(() -> counted(NO_DEVICE, 0, true))
                .withMessage("CUDA finds no device: no CUDA-capable device is detected");
        assertThatIllegalStateException().isThrownBy(() -> counted(0, 0, true)).withMessage("CUDA finds no device");
    }

    @Test
    void aRuntimeWithoutTheFunctionsIsNamed() {
        assertThat(CudaDevices.loads("libthere-is-no-such-library.so")).isFalse();
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> CudaDevices.count(_ -> Optional.empty(), () -> true))
                .withMessageContaining("cudaGetDeviceCount");
    }
}
