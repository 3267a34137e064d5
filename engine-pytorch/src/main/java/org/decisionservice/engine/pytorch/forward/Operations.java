// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.engine.EngineException;
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
 * Operations that DJL's arrays do not have: they know no bfloat16, and conversion to it ends the process. So these
 * are a TorchScript module. What it returns may be read and closed, but not changed in place; an array of 16 bits may
 * only be passed on to the methods of this class, to element-wise operations and into sums in float32.
 */
final class Operations {
    /**
     * The rows of {@code attend} have one length; {@code padded} gathers such rows from the tokens, and the result
     * back.
     */
    private static final String CODE = """
            class Operations(Module):
              __parameters__ = []
              __buffers__ = []
              def converted(self: __torch__.Operations,
                x: Tensor,
                wanted: int) -> Tensor:
                return torch.to(x, wanted, False, True)
              def linear(self: __torch__.Operations,
                x: Tensor,
                weight: Tensor) -> Tensor:
                return torch.linear(torch.type_as(x, weight), weight)
              def biased(self: __torch__.Operations,
                x: Tensor,
                weight: Tensor,
                bias: Tensor) -> Tensor:
                product = torch.linear(torch.type_as(x, weight), weight)
                return torch.type_as(torch.add(product, bias), weight)
              def turned(self: __torch__.Operations,
                x: Tensor,
                cosines: Tensor,
                sines: Tensor,
                heads: int,
                size: int) -> Tensor:
                split = torch.reshape(x, [-1, heads, size])
                other = torch.roll(split, [size // 2], [2])
                return torch.type_as(torch.add(torch.mul(split, cosines), torch.mul(other, sines)), x)
              def mask(self: __torch__.Operations,
                keys: Tensor,
                band: Tensor,
                wanted: int) -> Tensor:
                return torch.to(torch.add(keys, band), wanted)
              def attend(self: __torch__.Operations,
                query: Tensor,
                key: Tensor,
                value: Tensor,
                rows: int,
                heads: int,
                size: int) -> Tensor:
                shape = [rows, -1, heads, size]
                q = torch.transpose(torch.reshape(query, shape), 1, 2)
                k = torch.transpose(torch.reshape(key, shape), 1, 2)
                v = torch.transpose(torch.reshape(value, shape), 1, 2)
                seen = torch.scaled_dot_product_attention(q, k, v)
                return torch.reshape(torch.transpose(seen, 1, 2), [-1, heads * size])
              def padded(self: __torch__.Operations,
                query: Tensor,
                key: Tensor,
                value: Tensor,
                rows: int,
                heads: int,
                size: int,
                queries: Tensor,
                keys: Tensor,
                mask: Tensor,
                back: Tensor) -> Tensor:
                shape = [rows, -1, heads, size]
                flat = [-1, heads * size]
                q = torch.reshape(torch.index_select(torch.reshape(query, flat), 0, queries), shape)
                k = torch.reshape(torch.index_select(torch.reshape(key, flat), 0, keys), shape)
                v = torch.reshape(torch.index_select(torch.reshape(value, flat), 0, keys), shape)
                seen = torch.scaled_dot_product_attention(torch.transpose(q, 1, 2), torch.transpose(k, 1, 2), torch.transpose(v, 1, 2), mask)
                return torch.index_select(torch.reshape(torch.transpose(seen, 1, 2), flat), 0, back)
            """;

    /** What precedes libtorch's own words; before it are the lines of the code that failed. */
    private static final String ERROR = "RuntimeError: ";

    private final PtSymbolBlock module;

    /** @param manager closes the module when it is closed */
    Operations(NDManager manager) {
        try {
            module = JniUtils.loadModule((PtNDManager) manager, ScriptArchive.of("Operations", CODE), false, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Has this thread run the methods as they are written. Otherwise libtorch watches the first passes, and then
     * compiles code for a GPU while the next ones wait, again and again for other lengths.
     */
    static void compileNothing() {
        JniUtils.setGraphExecutorOptimize(false);
    }

    /** A copy in some type, rounded to the nearest number, and to the even one of two. */
    NDArray converted(NDArray x, NumberType wanted) {
        return run("converted", x, wanted.number());
    }

    /** The same in float32; the result may be changed. */
    NDArray exact(NDArray x) {
        // Not in the module: libtorch allows no change in place of what that returns.
        return JniUtils.to((PtNDArray) x, DataType.FLOAT32, x.getDevice());
    }

    /** {@code x · weightᵀ} in the type of the weight, with sums in float32. */
    NDArray linear(NDArray x, NDArray weight) {
        return run("linear", x, weight);
    }

    /** {@code x · weightᵀ + bias} in the type of the weight, with sums in float32. */
    NDArray linear(NDArray x, NDArray weight, NDArray bias) {
        return run("biased", x, weight, bias);
    }

    /** Every head turned by its token's angles: [tokens, hidden] to [tokens, heads, headSize]. */
    NDArray turned(NDArray x, NDArray cosines, NDArray sines, long heads) {
        return run("turned", x, cosines, sines, heads, cosines.getShape().get(2));
    }

    /** The sum of what is added to the scores of keys and of pairs of a query and a key. */
    NDArray mask(NDArray keys, NDArray pairs, NumberType wanted) {
        return run("mask", keys, pairs, wanted.number());
    }

    /** @param operands arrays, the first of all, and numbers of type {@code long} */
    NDArray run(String method, Object... operands) {
        IValue[] values = Arrays.stream(operands)
                .map(operand ->
                        operand instanceof NDArray array ? IValue.from((PtNDArray) array) : IValue.from((long) operand))
                .toArray(IValue[]::new);
        try (IValue result = IValueUtils.runMethod(module, method, values)) {
            return result.toTensor((PtNDManager) ((NDArray) operands[0]).getManager());
        } catch (EngineException e) {
            throw withoutCode(e);
        } finally {
            for (IValue value : values) {
                value.close();
            }
        }
    }

    private static EngineException withoutCode(EngineException e) {
        String message = String.valueOf(e.getMessage());
        int words = message.lastIndexOf(ERROR);
        if (words < 0) {
            return e;
        }
        EngineException shorter =
                new EngineException(message.substring(words + ERROR.length()).strip());
        shorter.setStackTrace(e.getStackTrace());
        return shorter;
    }
}
