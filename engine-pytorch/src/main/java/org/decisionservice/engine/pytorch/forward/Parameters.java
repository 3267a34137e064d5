// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * Everything that lives as long as the model. Weights are copied from the mapped file, because libtorch would end the
 * process if it read a page that the file has lost. Tables stay in the file, because they are read by Java, which
 * survives that.
 */
final class Parameters implements AutoCloseable {
    private final Weights weights;
    private final NDManager manager;
    private final Arena arena = Arena.ofShared();
    private Optional<Bfloat16> bfloat16 = Optional.empty();

    /** Takes ownership of both, which are closed with this object. */
    Parameters(Weights weights, NDManager manager) {
        this.weights = weights;
        this.manager = manager;
    }

    /** Every later {@link #linear} layer is in bfloat16. */
    void roundLinearLayers() {
        bfloat16 = Optional.of(new Bfloat16(manager));
    }

    /** A layer in the model's precision. */
    Linear linear(ModelTensors.Linear linear) {
        return bfloat16.<Linear>map(operations -> new Linear.Rounded(
                        operations,
                        rounded(linear.weight(), operations),
                        linear.bias().map(this::weight)))
                .orElseGet(() -> exactLinear(linear));
    }

    /** A layer in float32, whatever the model's precision. */
    Linear exactLinear(ModelTensors.Linear linear) {
        return new Linear.Exact(weight(linear.weight()), linear.bias().map(this::weight));
    }

    Norm norm(ModelTensors.Norm norm, double epsilon) {
        NDArray scale = weight(norm.weight());
        // The operation requires a bias even if the checkpoint has none.
        NDArray bias = norm.bias().map(this::weight).orElseGet(() -> manager.zeros(scale.getShape()));
        return new Norm(scale, bias, (float) epsilon);
    }

    EmbeddingTable table(TensorInfo tensor) {
        return new EmbeddingTable(weights.segment(tensor), tensor);
    }

    /** Memory for {@code count} float32 numbers of an {@link #array}. */
    MemorySegment floats(long count) {
        return arena.allocate(Float.BYTES * count, Float.BYTES);
    }

    /** Wraps memory that this object owns, or copies it to the device. */
    NDArray array(MemorySegment floats, Shape shape) {
        NDArray array = PackedRows.array(manager, floats, shape);
        // The array may be created in the middle of a pass and must outlive it.
        NDScope.unregister(array);
        return array;
    }

    /** Its float32 form exists only while it is rounded. */
    private NDArray rounded(TensorInfo tensor, Bfloat16 operations) {
        try (Arena once = Arena.ofConfined()) {
            MemorySegment floats = once.allocate(Float.BYTES * tensor.elements(), Float.BYTES);
            Widening.copy(tensor.type(), weights.segment(tensor), 0, floats, 0, tensor.elements());
            try (NDArray exact = PackedRows.array(manager, floats, new Shape(tensor.shape()))) {
                return operations.rounded(exact);
            }
        }
    }

    private NDArray weight(TensorInfo tensor) {
        MemorySegment stored = weights.segment(tensor);
        Shape shape = new Shape(tensor.shape());
        // If the header has an odd length, every tensor after it is at an odd address.
        boolean usable = tensor.type() == DataType.F32 && stored.address() % Float.BYTES == 0;
        if (usable && manager.getDevice().isGpu()) {
            // The array is the copy.
            return array(stored, shape);
        }
        MemorySegment floats = floats(tensor.elements());
        Widening.copy(tensor.type(), stored, 0, floats, 0, tensor.elements());
        return array(floats, shape);
    }

    /** Closes the arrays first, because they point into the other two. */
    @Override
    public void close() {
        manager.close();
        arena.close();
        weights.close();
    }
}
