// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.decisionservice.core.checkpoint.WeightFiles;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.TensorInfo;

/** Builds safetensors files, mostly broken ones. Holds every tensor on the heap. */
public final class SafetensorsFile {
    private record Tensor(DataType type, List<Long> shape, ByteBuffer bytes) {}

    private final Map<String, Tensor> tensors = new LinkedHashMap<>();

    /** Copies the tensors of an existing file, so that they can be changed. */
    public static SafetensorsFile copyOf(Path file) {
        SafetensorsFile copy = new SafetensorsFile();
        try (Weights weights = Weights.open(WeightFiles.of(file, List.of(file)))) {
            for (TensorInfo tensor : weights.tensors()) {
                byte[] bytes = weights.segment(tensor).toArray(ValueLayout.JAVA_BYTE);
                copy.tensors.put(tensor.name(), new Tensor(tensor.type(), tensor.shape(), ByteBuffer.wrap(bytes)));
            }
        }
        return copy;
    }

    /** Adds or replaces a tensor of zeros. */
    public SafetensorsFile with(String name, DataType type, long... shape) {
        long size = type.bytes();
        for (long dimension : shape) {
            size *= dimension;
        }
        List<Long> dimensions = java.util.Arrays.stream(shape).boxed().toList();
        tensors.put(name, new Tensor(type, dimensions, ByteBuffer.allocate(Math.toIntExact(size))));
        return this;
    }

    /** Multiplies every element of an F32 or F16 tensor by the factor for its index. */
    public SafetensorsFile scaled(String name, IntToDoubleFunction factors) {
        Tensor tensor = tensors.get(name);
        if (tensor == null || !(tensor.type() == DataType.F32 || tensor.type() == DataType.F16)) {
            throw new IllegalArgumentException("there is no tensor '" + name + "' of floats to scale");
        }
        ByteBuffer bytes = tensor.bytes().duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int size = tensor.type().bytes();
        for (int i = 0; i < bytes.capacity() / size; i++) {
            float factor = (float) factors.applyAsDouble(i);
            if (tensor.type() == DataType.F32) {
                bytes.putFloat(size * i, factor * bytes.getFloat(size * i));
            } else {
                float scaled = factor * Float.float16ToFloat(bytes.getShort(size * i));
                bytes.putShort(size * i, Float.floatToFloat16(scaled));
            }
        }
        return this;
    }

    /** Stores every F16 tensor in another type, F32 or BF16, which may round it. */
    public SafetensorsFile as(DataType type) {
        tensors.replaceAll((_, tensor) -> tensor.type() == DataType.F16 ? converted(tensor, type) : tensor);
        return this;
    }

    private static Tensor converted(Tensor tensor, DataType type) {
        ByteBuffer from = tensor.bytes().duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int elements = from.capacity() / tensor.type().bytes();
        ByteBuffer to = ByteBuffer.allocate(elements * type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < elements; i++) {
            float value = Float.float16ToFloat(from.getShort(tensor.type().bytes() * i));
            if (type == DataType.F32) {
                to.putFloat(value);
            } else {
                to.putShort((short) (Float.floatToRawIntBits(value) >> 16));
            }
        }
        return new Tensor(type, tensor.shape(), to.rewind());
    }

    /** Keeps every n-th tensor, from the one with this index. */
    public SafetensorsFile part(int index, int parts) {
        List<String> names = List.copyOf(tensors.keySet());
        IntStream.range(0, names.size()).filter(i -> i % parts != index).forEach(i -> tensors.remove(names.get(i)));
        return this;
    }

    /** Removes a tensor. */
    public SafetensorsFile without(String name) {
        if (tensors.remove(name) == null) {
            throw new IllegalArgumentException("there is no tensor '" + name + "' to leave out");
        }
        return this;
    }

    /** Writes the header and the data, and returns {@code file}. */
    public Path writeTo(Path file) {
        Map<String, Object> header = new LinkedHashMap<>();
        long at = 0;
        for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
            Tensor tensor = entry.getValue();
            long end = at + tensor.bytes().capacity();
            header.put(
                    entry.getKey(),
                    Map.of("dtype", tensor.type().name(), "shape", tensor.shape(), "data_offsets", List.of(at, end)));
            at = end;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            byte[] json = new ObjectMapper().writeValueAsBytes(header);
            ByteBuffer length = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(json.length)
                    .flip();
            write(channel, length);
            write(channel, ByteBuffer.wrap(json));
            for (Tensor tensor : tensors.values()) {
                write(channel, tensor.bytes().duplicate());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    private static void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
