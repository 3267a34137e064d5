// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.MalformedModelException;
import ai.onnxruntime.OrtException;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimeErrorsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OUT_OF_DEVICE_MEMORY | Non-zero status code returned while running Gemm node. \
            Failed to allocate memory for requested buffer of size 8589934592
            OUT_OF_DEVICE_MEMORY | Non-zero status code returned while running Gather node. std::bad_alloc
            OUT_OF_DEVICE_MEMORY | bad allocation
            OUT_OF_DEVICE_MEMORY | CUDA failure 2: out of memory ; GPU=0 ; expr=cudaMalloc((void**)&p, size);
            OUT_OF_DEVICE_MEMORY | Exception during initialization: bfc_arena.cc:358 void* \
            onnxruntime::BFCArena::AllocateRawInternal(size_t, bool, onnxruntime::Stream*) \
            Failed to allocate memory for requested buffer of size 206045184
            OUT_OF_DEVICE_MEMORY | CUDA failure 2: out of memory ; GPU=0 ; hostname=h ; file=cuda_stream_handle.cc ; \
            line=175 ; expr=cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
            OUT_OF_DEVICE_MEMORY | CUBLAS failure 1: CUBLAS_STATUS_NOT_INITIALIZED ; GPU=0 ; hostname=h ; \
            expr=cublasCreate(&cublas_handle_);
            OUT_OF_DEVICE_MEMORY | CUDNN failure 1: CUDNN_STATUS_NOT_INITIALIZED ; GPU=0 ; hostname=h ; \
            expr=cudnnCreate(&cudnn_handle_);
            OUT_OF_DEVICE_MEMORY | CUBLAS failure 3: CUBLAS_STATUS_ALLOC_FAILED ; GPU=0
            OUT_OF_DEVICE_MEMORY | Available memory of 1024 is smaller than requested bytes of 4096
            DEVICE_LOST | CUDA failure 700: an illegal memory access was encountered ; GPU=0
            DEVICE_LOST | CUDA failure 719: unspecified launch failure ; GPU=0
            DEVICE_LOST | CUDA failure 710: device-side assert triggered ; GPU=0
            DEVICE_LOST | CUDA failure 214: uncorrectable ECC error encountered ; GPU=0
            DEVICE_LOST | CUDA failure 100: no CUDA-capable device is detected
            DEVICE_LOST | CUDA failure 46: all CUDA-capable devices are busy or unavailable
            DEVICE_LOST | CUDA failure 716: misaligned address ; GPU=0 ; hostname=h ; expr=cudaStreamSynchronize(stream)
            DEVICE_LOST | CUDA failure 715: an illegal instruction was encountered ; GPU=0
            DEVICE_LOST | CUBLAS failure 13: CUBLAS_STATUS_EXECUTION_FAILED ; GPU=0 ; hostname=h ; expr=cublasGemm(
            DEVICE_LOST | CUBLAS failure 14: CUBLAS_STATUS_INTERNAL_ERROR ; GPU=0
            DEVICE_LOST | CUDA failure 999: unknown error ; GPU=0
            BAD_MODEL | External data path validation failed for initializer: x
            BAD_MODEL | External initializer: x offset: 0 size to read: 8 are out of bounds
            FAILED | CUDA failure 101: invalid device ordinal ; GPU=-1 ; hostname=h ; expr=cudaSetDevice(id);
            FAILED | CUDA failure 35: CUDA driver version is insufficient for CUDA runtime version ; GPU=0
            FAILED | Non-zero status code returned while running Gather node. indices element out of data bounds
            """)
    void messageHasItsKind(Kind kind, String message) {
        OrtException cause = new OrtException(message);
        assertThat(RuntimeErrors.translate("forward pass", new ai.djl.engine.EngineException(cause)))
                .hasMessageStartingWith("forward pass: ")
                .extracting(EngineException::kind)
                .isEqualTo(kind);
    }

    /** The first is the runtime's own message, from a machine without a driver. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /onnxruntime_src/onnxruntime/core/providers/cuda/cuda_call.cc:122 std::conditional_t<THRW, void, \
            onnxruntime::common::Status> onnxruntime::CudaCall(ERRTYPE, const char*, const char*, SUCCTYPE) [with \
            ERRTYPE = cudaError; bool THRW = true] CUDA failure 35: CUDA driver version is insufficient for CUDA \
            runtime version ; GPU=-1 ; hostname=vm ; file=/onnxruntime_src/onnxruntime/core/providers/cuda/\
            cuda_execution_provider.cc ; line=336 ; expr=cudaSetDevice(id); \
            | CUDA failure 35: CUDA driver version is insufficient for CUDA runtime version
            CUBLAS failure 3: CUBLAS_STATUS_ALLOC_FAILED ; GPU=0 | CUBLAS failure 3: CUBLAS_STATUS_ALLOC_FAILED
            indices element out of data bounds | indices element out of data bounds
            """)
    void failureInCudaIsToldWithoutItsPlaceInTheSource(String message, String told) {
        assertThat(RuntimeErrors.translate("loading", new OrtException(message)))
                .hasMessage("loading: " + told);
    }

    @Test
    void refusedGraphIsABadModel() {
        OrtException cause = new OrtException(OrtException.OrtErrorCode.ORT_INVALID_GRAPH, "This is an invalid model.");
        EngineException translated =
                RuntimeErrors.translate("loading", new MalformedModelException("ONNX Model cannot be loaded", cause));
        assertThat(translated.kind()).isEqualTo(Kind.BAD_MODEL);
    }

    @Test
    void errorWithoutAMessageIsAFailure() {
        assertThat(RuntimeErrors.translate("forward pass", new IllegalStateException())
                        .kind())
                .isEqualTo(Kind.FAILED);
    }
}
