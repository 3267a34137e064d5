// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValue;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Operations in bfloat16. DJL's own arrays know no such type, and its conversion to it ends the process, so they are a
 * TorchScript module. An array in bfloat16 may only be passed to the methods of this class and closed.
 */
final class Bfloat16 {
    /** Types are numbers in serialized code: 15 is bfloat16. */
    private static final String CODE = """
            class Bfloat16(Module):
              __parameters__ = []
              __buffers__ = []
              def rounded(self: __torch__.Bfloat16,
                x: Tensor) -> Tensor:
                return torch.to(x, 15)
              def linear(self: __torch__.Bfloat16,
                x: Tensor,
                weight: Tensor) -> Tensor:
                return torch.linear(torch.to(x, 15), weight)
            """;

    private final PtSymbolBlock module;

    /** @param manager closes the module when it is closed */
    Bfloat16(NDManager manager) {
        try {
            module = JniUtils.loadModule((PtNDManager) manager, ScriptArchive.of("Bfloat16", CODE), false, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rounds float32 to the nearest bfloat16, and to the even one of two: a new array. */
    NDArray rounded(NDArray x) {
        return run("rounded", x);
    }

    /** {@code x · weightᵀ} with x in float32 and the weight in bfloat16; the result is in float32 again. */
    NDArray linear(NDArray x, NDArray weight) {
        try (PtNDArray product = run("linear", x, weight)) {
            // Converted outside the module: libtorch allows no change in place of what a module returns.
            return JniUtils.to(product, DataType.FLOAT32, x.getDevice());
        }
    }

    private PtNDArray run(String method, NDArray... operands) {
        IValue[] values = Arrays.stream(operands)
                .map(operand -> IValue.from((PtNDArray) operand))
                .toArray(IValue[]::new);
        try (IValue result = IValueUtils.runMethod(module, method, values)) {
            return result.toTensor((PtNDManager) operands[0].getManager());
        } finally {
            for (IValue value : values) {
                value.close();
            }
        }
    }
}
