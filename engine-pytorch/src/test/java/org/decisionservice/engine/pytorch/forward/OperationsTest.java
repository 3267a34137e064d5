// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.djl.Device;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperationsTest {
    private final NDManager manager = NDManager.newBaseManager(Device.cpu(), "PyTorch");
    private final Operations operations = new Operations(manager);

    @AfterEach
    void close() {
        manager.close();
    }

    /** The log line of a request that failed has libtorch's words, and not the lines of a module. */
    @Test
    void anErrorIsInLibtorchsOwnWords() {
        NDArray x = manager.ones(new Shape(2, 3));
        NDArray weight = manager.ones(new Shape(4, 5));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> operations.linear(x, weight))
                .withMessageStartingWith("mat1 and mat2 shapes cannot be multiplied")
                .withNoCause();
    }

    @Test
    void sixteenBitsAreRoundedToTheNearest() {
        NDArray x = manager.create(new float[] {1 + 1f / 512, 1 + 3f / 512, 70_000});
        assertThat(operations
                        .exact(operations.converted(x, NumberType.BFLOAT16))
                        .toFloatArray())
                .containsExactly(1, 1 + 1f / 128, 70_144);
        assertThat(operations.exact(operations.converted(x, NumberType.FLOAT16)).toFloatArray())
                .containsExactly(1 + 1f / 512, 1 + 3f / 512, Float.POSITIVE_INFINITY);
    }
}
