// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.Consumer;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * Everything that lives as long as the model. Weights are copied from the mapped file, because libtorch would end the
 * process if it read a page that the file has lost; what a device holds is copied tensor by tensor, and stays on no
 * heap. Tables of a CPU stay in the file, because they are read by Java, which survives that.
 */
final class Parameters implements AutoCloseable {
    private final Weights weights;
    private final NDManager manager;
    private final Arena arena;
    private final Arithmetic arithmetic;
    /** Empty where DJL's own operations are enough. */
    private final Optional<Operations> operations;

    /** Takes ownership of weights and manager, which are closed with this object. */
    Parameters(Weights weights, NDManager manager, Arithmetic arithmetic) {
        this(weights, manager, arithmetic, Arena.ofShared());
    }

    /** @param arena for what stays in the memory of the host; closed with this object */
    Parameters(Weights weights, NDManager manager, Arithmetic arithmetic, Arena arena) {
        this.weights = weights;
        this.manager = manager;
        this.arena = arena;
        this.arithmetic = arithmetic;
        this.operations = arithmetic.equals(Arithmetic.CPU) ? Optional.empty() : Optional.of(new Operations(manager));
    }

    /** The operations, if whole passes are to go through them. */
    Optional<Operations> batchedOperations() {
        return operations.filter(_ -> arithmetic.batched());
    }

    Optional<BatchedAttention> batchedAttention(int hidden, int heads) {
        return batchedOperations().map(module -> new BatchedAttention(module, arithmetic.products(), hidden, heads));
    }

    /** A layer in the model's precision. */
    Linear linear(ModelTensors.Linear linear) {
        return operations
                .filter(_ -> arithmetic.products() != NumberType.FLOAT32)
                .<Linear>map(module -> new Linear.Rounded(
                        module,
                        converted(linear.weight(), arithmetic.products(), module),
                        linear.bias().map(this::weight),
                        arithmetic.batched()))
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
        NumberType stored = NumberType.of(tensor.type());
        return batchedOperations()
                .<EmbeddingTable>map(module -> new EmbeddingTable.OnDevice(converted(tensor, stored, module), module))
                .orElseGet(() -> new EmbeddingTable.Mapped(weights.segment(tensor), tensor));
    }

    /** A float32 array that {@code write} fills. */
    NDArray array(Shape shape, Consumer<MemorySegment> write) {
        if (!arithmetic.batched()) {
            return wrapped(arena, shape, write);
        }
        try (Arena once = Arena.ofConfined();
                NDArray floats = wrapped(once, shape, write)) {
            return lasting(floats.duplicate());
        }
    }

    private NDArray wrapped(Arena memory, Shape shape, Consumer<MemorySegment> write) {
        MemorySegment floats = memory.allocate(Float.BYTES * shape.size(), Float.BYTES);
        write.accept(floats);
        return lasting(PackedRows.array(manager, floats, shape));
    }

    /** An array may be created in the middle of a pass and must outlive it. */
    private static NDArray lasting(NDArray array) {
        NDScope.unregister(array);
        return array;
    }

    private NDArray weight(TensorInfo tensor) {
        return batchedOperations()
                .map(module -> converted(tensor, NumberType.FLOAT32, module))
                .orElseGet(() -> wrapped(
                        arena,
                        new Shape(tensor.shape()),
                        floats -> Widening.copy(
                                tensor.type(), weights.segment(tensor), 0, floats, 0, tensor.elements())));
    }

    /**
     * Goes to the device as it is stored, and becomes numbers of another type there. DJL cannot make an array of
     * bfloat16, which is widened for the way.
     */
    private NDArray converted(TensorInfo tensor, NumberType wanted, Operations module) {
        MemorySegment stored = weights.segment(tensor);
        boolean half = tensor.type() == org.decisionservice.engine.spi.DataType.F16;
        try (Arena once = Arena.ofConfined()) {
            MemorySegment copy = once.allocate((half ? Short.BYTES : Float.BYTES) * tensor.elements(), Float.BYTES);
            if (half) {
                copy.copyFrom(stored);
            } else {
                Widening.copy(tensor.type(), stored, 0, copy, 0, tensor.elements());
            }
            try (NDArray array = manager.create(
                    copy.asByteBuffer().order(ByteOrder.nativeOrder()),
                    new Shape(tensor.shape()),
                    half ? DataType.FLOAT16 : DataType.FLOAT32)) {
                return module.converted(array, wanted);
            }
        }
    }

    /** Closes the arrays first, because they point into the other two. */
    @Override
    public void close() {
        manager.close();
        arena.close();
        weights.close();
    }
}
