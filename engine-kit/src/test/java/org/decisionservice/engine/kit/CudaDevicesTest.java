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
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The runtime is a stand-in. */
@SuppressWarnings("restricted") // the functions of the runtime are Java's
class CudaDevicesTest {
    private static final Arena ARENA = Arena.global();
    private static final int NO_DEVICE = 100;
    private static final int TOO_OLD = 35;
    private static final long FREE = 5L << 30;
    private static final AtomicInteger CURRENT = new AtomicInteger();

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

        /** Capability 8.9. */
        int attribute(MemorySegment value, int attribute, int device) {
            value.reinterpret(Integer.BYTES).set(ValueLayout.JAVA_INT, 0, attribute == 75 ? 8 : 9);
            return device < devices ? 0 : 101;
        }

        int current(MemorySegment device) {
            device.reinterpret(Integer.BYTES).set(ValueLayout.JAVA_INT, 0, CURRENT.get());
            return 0;
        }

        int use(int device) {
            CURRENT.set(device);
            return device < devices ? 0 : 101;
        }

        int memory(MemorySegment free, MemorySegment total) {
            free.reinterpret(Long.BYTES).set(ValueLayout.JAVA_LONG, 0, (CURRENT.get() + 1) * FREE);
            total.reinterpret(Long.BYTES).set(ValueLayout.JAVA_LONG, 0, 80L << 30);
            return status;
        }

        private MemorySegment stub(String name, FunctionDescriptor type) {
            try {
                return Linker.nativeLinker()
                        .upcallStub(MethodHandles.lookup().bind(this, name, type.toMethodType()), type, ARENA);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        SymbolLookup lookup() {
            FunctionDescriptor pointer = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
            return name -> switch (name) {
                case "cudaGetDeviceCount" -> Optional.of(stub("count", pointer));
                case "cudaGetErrorString" ->
                    Optional.of(stub("words", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT)));
                case "cudaDeviceGetAttribute" ->
                    Optional.of(stub(
                            "attribute", pointer.appendArgumentLayouts(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT)));
                case "cudaGetDevice" -> Optional.of(stub("current", pointer));
                case "cudaSetDevice" ->
                    Optional.of(stub("use", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT)));
                case "cudaMemGetInfo" ->
                    Optional.of(stub("memory", pointer.appendArgumentLayouts(ValueLayout.ADDRESS)));
                default -> Optional.empty();
            };
        }
    }

    private static int counted(int status, int devices, boolean driver) {
        return CudaDevices.count(new StandIn(status, devices).lookup(), () -> driver);
    }

    @Test
    void devicesAreCounted() {
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
    void capabilityIsOneNumber() {
        assertThat(CudaDevices.capability(new StandIn(0, 2).lookup(), 1)).hasValue(89);
        assertThat(CudaDevices.capability(new StandIn(0, 2).lookup(), 2)).isEmpty();
    }

    @Test
    void freeMemoryIsThatOfTheDeviceAndTheThreadKeepsItsOwn() {
        CURRENT.set(1);
        assertThat(CudaDevices.free(new StandIn(0, 4).lookup(), 3)).hasValue(4 * FREE);
        assertThat(CURRENT).hasValue(1);
        assertThat(CudaDevices.free(new StandIn(NO_DEVICE, 4).lookup(), 3)).isEmpty();
        assertThat(CURRENT).as("also where the runtime does not say").hasValue(1);
    }

    @Test
    void aRuntimeWithoutTheFunctionsIsNamed() {
        assertThat(CudaDevices.loads("libthere-is-no-such-library.so")).isFalse();
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> CudaDevices.count(_ -> Optional.empty(), () -> true))
                .withMessageContaining("cudaGetDeviceCount");
    }
}
