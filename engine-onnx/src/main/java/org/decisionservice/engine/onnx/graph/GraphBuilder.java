// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.onnx.weights.Conversions;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * Collects nodes, inputs and weights and writes them as an ONNX model. Nodes must come after the nodes they read from;
 * this is guaranteed, because a {@link Value} exists only once its node does.
 */
final class GraphBuilder {
    /** Version 20 of the standard operators and version 1 of the runtime's own. */
    private static final long STANDARD_OPERATORS = 20;

    /** Domain of the runtime's own operators. */
    static final String RUNTIME = "com.microsoft";

    private static final long IR_VERSION = 9;

    /**
     * Largest weight that is copied, in bytes. Vectors such as norms and biases are far below this, tables far above.
     */
    private static final long LARGEST_COPY = 64 << 10;

    private final Optional<Weights> weights;
    private final Optional<Conversions> conversions;
    private final Proto graph = new Proto().text(Onnx.GRAPH_NAME, "decision");
    private final Map<PassInput, Value> inputs = new EnumMap<>(PassInput.class);
    private final Map<String, Value> initializers = new HashMap<>();
    private Proto scope = graph;
    private int names;

    /** A graph without weights of a checkpoint. */
    GraphBuilder() {
        this.weights = Optional.empty();
        this.conversions = Optional.empty();
    }

    /**
     * A graph that copies small weights, and has the others in their files.
     *
     * @param weights must stay open until the graph has been written; locations are relative to their root
     */
    GraphBuilder(Weights weights) {
        this.weights = Optional.of(weights);
        this.conversions = Optional.empty();
    }

    /**
     * The same with weights in other types than the file's.
     *
     * @param conversions asked for those that are not copied
     */
    GraphBuilder(Weights weights, Conversions conversions) {
        this.weights = Optional.of(weights);
        this.conversions = Optional.of(conversions);
    }

    /** The pass input, declared when it is first requested. */
    Value input(PassInput input) {
        return inputs.computeIfAbsent(
                input, _ -> declare(input.graphName(), Onnx.elementType(input.element()), input.shape()));
    }

    /** A matrix of floats that is no pass input: [any, any]. */
    Value input(String name) {
        return declare(name, Onnx.FLOAT, List.of(name + "_rows", name + "_columns"));
    }

    private Value declare(String name, int elementType, List<String> shape) {
        graph.message(Onnx.GRAPH_INPUTS, valueInfo(name, shaped(elementType, shape)));
        return new Value(name);
    }

    /** @param shape the name of each dimension's size, or the size itself */
    private static Proto shaped(int elementType, List<String> shape) {
        Proto dimensions = new Proto();
        for (String size : shape) {
            boolean known = Character.isDigit(size.charAt(0));
            dimensions.message(
                    Onnx.SHAPE_DIMENSIONS,
                    known
                            ? new Proto().number(Onnx.DIMENSION_SIZE, Long.parseLong(size))
                            : new Proto().text(Onnx.DIMENSION_NAME, size));
        }
        return new Proto().number(Onnx.TENSOR_TYPE_ELEMENT, elementType).message(Onnx.TENSOR_TYPE_SHAPE, dimensions);
    }

    /**
     * A weight, in its stored type. Small weights are copied, because the runtime would read them from the mapped file
     * throughout a pass and end the process if the file were truncated meanwhile. Large weights are packed into copies
     * or read at the beginning of a pass.
     */
    Value stored(TensorInfo tensor) {
        Weights files = weights.orElseThrow();
        if (tensor.byteSize() <= LARGEST_COPY) {
            return initializers.computeIfAbsent(tensor.name(), name -> {
                byte[] raw = files.segment(tensor).toArray(ValueLayout.JAVA_BYTE);
                return initializer(name, Onnx.elementType(tensor.type()), tensor.shape(), raw);
            });
        }
        return stored(
                tensor.name(), Onnx.elementType(tensor.type()), tensor.shape(), files.file(tensor), tensor.offset());
    }

    /**
     * A weight in 16 bits, which are made of the stored type if that is another.
     *
     * @param type F16 or BF16
     */
    Value stored(TensorInfo tensor, DataType type) {
        if (tensor.type() == type) {
            return stored(tensor);
        }
        Weights files = weights.orElseThrow();
        int element = Onnx.elementType(type);
        if (tensor.byteSize() <= LARGEST_COPY) {
            return initializers.computeIfAbsent(
                    Conversions.name(tensor, type),
                    name -> initializer(name, element, tensor.shape(), Conversions.converted(files, tensor, type)));
        }
        // The runtime wants a location in a file of what it is then given in memory.
        return stored(
                conversions.orElseThrow().want(tensor, type),
                element,
                tensor.shape(),
                files.file(tensor),
                tensor.offset());
    }

    /** The path relative to the root: the runtime accepts only one folder, and weights are in several. */
    private static String inRoot(Path file) {
        return file.getRoot().relativize(file).toString();
    }

    /**
     * A weight in any file.
     *
     * @param file real path
     * @param offset offset in the file, in bytes
     */
    Value stored(String name, int type, List<Long> shape, Path file, long offset) {
        return initializers.computeIfAbsent(name, _ -> {
            long length = shape.stream().reduce(1L, Math::multiplyExact) * Onnx.bytes(type);
            Proto proto = tensor(name, type, shape)
                    .message(Onnx.TENSOR_EXTERNAL_DATA, entry("location", inRoot(file)))
                    .message(Onnx.TENSOR_EXTERNAL_DATA, entry("offset", Long.toString(offset)))
                    .message(Onnx.TENSOR_EXTERNAL_DATA, entry("length", Long.toString(length)))
                    .number(Onnx.TENSOR_DATA_LOCATION, Onnx.LOCATION_EXTERNAL);
            graph.message(Onnx.GRAPH_INITIALIZERS, proto);
            return new Value(name);
        });
    }

    /** A constant vector: [values]. */
    Value longs(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(values);
        return constant(Onnx.INT64, List.of((long) values.length), bytes.array());
    }

    /** A constant vector: [values]. */
    Value floats(float... values) {
        return floats(List.of((long) values.length), values);
    }

    /** A constant matrix, row by row: [values / columns, columns]. */
    Value matrix(int columns, float[] values) {
        return floats(List.of((long) values.length / columns, (long) columns), values);
    }

    private Value floats(List<Long> shape, float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return constant(Onnx.FLOAT, shape, bytes.array());
    }

    /** A constant [1]. */
    Value unsignedByte(int value) {
        return constant(Onnx.UINT8, List.of(1L), new byte[] {(byte) value});
    }

    /** A constant matrix of bytes, row by row: [rows, columns]. */
    Value signedBytes(long rows, long columns, byte[] values) {
        return constant(Onnx.INT8, List.of(rows, columns), values);
    }

    /** A node of a standard operator. */
    Value op(String operator, List<Value> operands, Attribute... attributes) {
        return node("", operator, 1, operands, attributes).getFirst();
    }

    /** A node of a standard operator with several outputs. */
    List<Value> op(String operator, int outputs, List<Value> operands, Attribute... attributes) {
        return node("", operator, outputs, operands, attributes);
    }

    /** A node of one of the runtime's own operators. */
    Value runtimeOp(String operator, List<Value> operands, Attribute... attributes) {
        return node(RUNTIME, operator, 1, operands, attributes).getFirst();
    }

    /**
     * Chooses a branch at run time. Inputs and constants that the branches declare belong to the whole graph.
     *
     * @param type element type of the result
     * @param shape of the result, which the runtime cannot infer: a buffer is used again only for a value that is known
     *     to have its size. It looks through all that are free for each value of the graph, so to open a graph of 2,500
     *     nodes whose sizes are not known takes 1.2 seconds, and 0.2 if they are.
     */
    Value choose(int type, List<String> shape, Value condition, Supplier<Value> then, Supplier<Value> otherwise) {
        Value chosen = op(
                "If",
                List.of(condition),
                new Attribute.Subgraph("then_branch", branch(type, then)),
                new Attribute.Subgraph("else_branch", branch(type, otherwise)));
        return shaped(chosen, type, shape);
    }

    /**
     * Declares the shape of a value, which counts for more than what the runtime infers.
     *
     * @param shape the name of each dimension's size, or the size itself
     */
    Value shaped(Value value, int type, List<String> shape) {
        scope.message(Onnx.GRAPH_VALUES, valueInfo(value.name(), shaped(type, shape)));
        return value;
    }

    /** Names a value as a float output of the model. */
    void output(String name, Value value) {
        Proto identity = nodeProto("", "Identity", List.of(value), List.of(new Value(name)));
        graph.message(Onnx.GRAPH_NODES, identity).message(Onnx.GRAPH_OUTPUTS, typeInfo(name, Onnx.FLOAT));
    }

    /** The inputs requested so far. */
    Set<PassInput> inputs() {
        return Set.copyOf(inputs.keySet());
    }

    /** The whole model. */
    byte[] toModel() {
        return new Proto()
                .number(Onnx.MODEL_IR_VERSION, IR_VERSION)
                .text(Onnx.MODEL_PRODUCER, "decision-service")
                .message(Onnx.MODEL_OPERATOR_SETS, operatorSet("", STANDARD_OPERATORS))
                .message(Onnx.MODEL_OPERATOR_SETS, operatorSet(RUNTIME, 1))
                .message(Onnx.MODEL_GRAPH, graph)
                .toBytes();
    }

    private Proto branch(int type, Supplier<Value> content) {
        Proto outer = scope;
        Proto inner = new Proto().text(Onnx.GRAPH_NAME, "branch" + names++);
        scope = inner;
        Value result = content.get();
        scope = outer;
        return inner.message(Onnx.GRAPH_OUTPUTS, typeInfo(result.name(), type));
    }

    private List<Value> node(
            String domain, String operator, int outputs, List<Value> operands, Attribute... attributes) {
        List<Value> results = IntStream.range(0, outputs)
                .mapToObj(_ -> new Value(operator + "_" + names++))
                .toList();
        Proto node = nodeProto(domain, operator, operands, results);
        for (Attribute attribute : attributes) {
            node.message(Onnx.NODE_ATTRIBUTES, attribute.toProto());
        }
        scope.message(Onnx.GRAPH_NODES, node);
        return results;
    }

    private static Proto nodeProto(String domain, String operator, List<Value> operands, List<Value> results) {
        Proto node = new Proto();
        operands.forEach(operand -> node.text(Onnx.NODE_INPUTS, operand.name()));
        results.forEach(result -> node.text(Onnx.NODE_OUTPUTS, result.name()));
        return node.text(Onnx.NODE_NAME, results.getFirst().name())
                .text(Onnx.NODE_OPERATOR, operator)
                .text(Onnx.NODE_DOMAIN, domain);
    }

    private Value constant(int type, List<Long> shape, byte[] raw) {
        return initializer("constant_" + names++, type, shape, raw);
    }

    private Value initializer(String name, int type, List<Long> shape, byte[] raw) {
        graph.message(Onnx.GRAPH_INITIALIZERS, tensor(name, type, shape).bytes(Onnx.TENSOR_RAW_DATA, raw));
        return new Value(name);
    }

    private static Proto tensor(String name, int type, List<Long> shape) {
        Proto proto = new Proto();
        shape.forEach(size -> proto.number(Onnx.TENSOR_DIMENSIONS, size));
        return proto.number(Onnx.TENSOR_TYPE, type).text(Onnx.TENSOR_NAME, name);
    }

    private static Proto entry(String key, String value) {
        return new Proto().text(Onnx.ENTRY_KEY, key).text(Onnx.ENTRY_VALUE, value);
    }

    private static Proto typeInfo(String name, int type) {
        return valueInfo(name, new Proto().number(Onnx.TENSOR_TYPE_ELEMENT, type));
    }

    private static Proto valueInfo(String name, Proto tensorType) {
        return new Proto()
                .text(Onnx.VALUE_NAME, name)
                .message(Onnx.VALUE_TYPE, new Proto().message(Onnx.TYPE_TENSOR, tensorType));
    }

    private static Proto operatorSet(String domain, long version) {
        return new Proto().text(Onnx.OPERATOR_SET_DOMAIN, domain).number(Onnx.OPERATOR_SET_VERSION, version);
    }
}
