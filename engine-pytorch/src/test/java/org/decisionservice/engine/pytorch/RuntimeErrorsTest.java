// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimeErrorsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OUT_OF_DEVICE_MEMORY | CUDA out of memory. Tried to allocate 20.00 MiB. \
            GPU 0 has a total capacity of 139.81 GiB of which 1.94 MiB is free.
            OUT_OF_DEVICE_MEMORY | CUDA error: out of memory
            OUT_OF_DEVICE_MEMORY | CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`
            OUT_OF_DEVICE_MEMORY | CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`
            OUT_OF_DEVICE_MEMORY | cuDNN error: CUDNN_STATUS_NOT_INITIALIZED
            OUT_OF_DEVICE_MEMORY | [enforce fail at alloc_cpu.cpp:119] err == 0. DefaultCPUAllocator: \
            can't allocate memory: you tried to allocate 34359738368 bytes. Error code 12 (Cannot allocate memory)
            OUT_OF_DEVICE_MEMORY | std::bad_alloc
            DEVICE_LOST | CUDA error: an illegal memory access was encountered
            DEVICE_LOST | CUDA error: device-side assert triggered
            DEVICE_LOST | CUDA error: unspecified launch failure
            DEVICE_LOST | CUDA error: uncorrectable ECC error encountered
            DEVICE_LOST | CUDA error: misaligned address
            DEVICE_LOST | CUDA error: an illegal instruction was encountered
            DEVICE_LOST | CUDA error: no CUDA-capable device is detected
            DEVICE_LOST | CUDA error: all CUDA-capable devices are busy or unavailable
            DEVICE_LOST | CUDA error: unknown error
            DEVICE_LOST | CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasSgemm(...)`
            FAILED | mat1 and mat2 shapes cannot be multiplied (3x128 and 64x64)
            FAILED | index out of range in self
            """)
    void messageHasItsKind(Kind kind, String message) {
        assertThat(RuntimeErrors.translate("forward pass", new ai.djl.engine.EngineException(message)))
                .hasMessage("forward pass: " + message)
                .extracting(EngineException::kind)
                .isEqualTo(kind);
    }

    /** Requests more memory than any machine has, to get the library's own message. */
    @Test
    void theLibrarysMessagesAboutMemoryAreRecognised() {
        try (NDManager manager = Libtorch.start().newManager(Device.CPU)) {
            Throwable error = catchThrowable(() -> manager.create(new Shape(1L << 46), DataType.FLOAT32));
            assertThat(error).isNotNull();
            assertThat(RuntimeErrors.translate("forward pass", error).kind()).isEqualTo(Kind.OUT_OF_DEVICE_MEMORY);
        }
    }

    @Test
    void errorWithoutAMessageIsAFailure() {
        assertThat(RuntimeErrors.translate("forward pass", new IllegalStateException())
                        .kind())
                .isEqualTo(Kind.FAILED);
    }
}
