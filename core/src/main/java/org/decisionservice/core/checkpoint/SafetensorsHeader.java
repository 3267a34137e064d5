// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.decisionservice.engine.spi.EngineException.Kind.BAD_MODEL;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.engine.spi.EngineException;

/**
 * Reads the header of a safetensors file: eight bytes of little-endian length, then that many bytes of JSON, {@code
 * name: {dtype, shape, data_offsets}}, then the data, from whose start the offsets count. Everything read is validated.
 */
final class SafetensorsHeader {
    /** The format's limit on the JSON part, in bytes. */
    private static final long LARGEST_HEADER = 100_000_000;

    private static final JsonFactory JSON = new JsonFactory();

    private final String file;
    private final long dataStart;
    private final long dataSize;

    private SafetensorsHeader(String file, long dataStart, long dataSize) {
        this.file = file;
        this.dataStart = dataStart;
        this.dataSize = dataSize;
    }

    static Map<String, TensorInfo> read(String file, FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < 8) {
            throw bad(file, "is " + size + " bytes long, too short for a safetensors header");
        }
        long length = readFully(channel, 0, 8).order(ByteOrder.LITTLE_ENDIAN).getLong();
        if (length < 2 || length > LARGEST_HEADER) {
            throw bad(file, "declares a header of " + Long.toUnsignedString(length) + " bytes");
        }
        if (length > size - 8) {
            throw bad(file, "is truncated: its header needs " + length + " bytes, " + (size - 8) + " are there");
        }
        byte[] json = readFully(channel, 8, (int) length).array();
        return new SafetensorsHeader(file, 8 + length, size - 8 - length).parse(json);
    }

    private static ByteBuffer readFully(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new EOFException("the file shrank while it was read");
            }
        }
        return buffer.flip();
    }

    private Map<String, TensorInfo> parse(byte[] json) throws IOException {
        Map<String, TensorInfo> tensors = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(json)) {
            expect(parser.nextToken() == JsonToken.START_OBJECT, "its header is not a JSON object");
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                expect(parser.nextToken() == JsonToken.START_OBJECT, "tensor '" + name + "' is not described");
                if (name.equals("__metadata__")) {
                    parser.skipChildren();
                } else {
                    expect(tensors.put(name, tensor(name, parser)) == null, "tensor '" + name + "' is listed twice");
                }
            }
            expect(parser.nextToken() == null, "its header goes on after the JSON object");
        } catch (JsonProcessingException e) {
            throw new EngineException(BAD_MODEL, file + ": its header is not valid JSON", e);
        }
        expectContiguous(tensors.values());
        return Collections.unmodifiableMap(tensors);
    }

    /** The format requires that the tensors fill the data without overlaps or gaps. */
    private void expectContiguous(Collection<TensorInfo> tensors) {
        long at = dataStart;
        for (TensorInfo tensor : tensors.stream()
                .sorted(Comparator.comparingLong(TensorInfo::offset).thenComparingLong(TensorInfo::byteSize))
                .toList()) {
            expect(
                    tensor.offset() == at,
                    "tensor '" + tensor.name() + "' begins at byte " + (tensor.offset() - dataStart)
                            + " where the one before it ends at " + (at - dataStart));
            at += tensor.byteSize();
        }
        long rest = dataStart + dataSize - at;
        expect(rest == 0, "its last " + rest + " bytes belong to no tensor");
    }

    private TensorInfo tensor(String name, JsonParser parser) throws IOException {
        String type = "";
        List<Long> shape = List.of();
        List<Long> offsets = List.of();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            switch (key) {
                case "dtype" -> type = parser.getText();
                case "shape" -> shape = numbers(name, parser);
                case "data_offsets" -> offsets = numbers(name, parser);
                default -> parser.skipChildren();
            }
        }
        DataType dataType = dataType(name, type);
        expect(offsets.size() == 2, "tensor '" + name + "' has no data_offsets");
        long begin = offsets.getFirst();
        long end = offsets.getLast();
        expect(
                begin <= end && end <= dataSize,
                "tensor '" + name + "' lies outside the file: bytes " + begin + " to " + end + " of " + dataSize);
        expect(
                end - begin == byteSize(name, dataType, shape),
                "tensor '" + name + "' of shape " + shape + " does not fit its " + (end - begin) + " bytes");
        return new TensorInfo(name, dataType, shape, dataStart + begin, end - begin);
    }

    private DataType dataType(String name, String type) {
        for (DataType known : DataType.values()) {
            if (known.name().equals(type)) {
                return known;
            }
        }
        throw bad(file, "tensor '" + name + "' has the unknown type '" + type + "'");
    }

    private long byteSize(String name, DataType type, List<Long> shape) {
        try {
            long size = type.bytes();
            for (long dimension : shape) {
                size = Math.multiplyExact(size, dimension);
            }
            return size;
        } catch (ArithmeticException _) {
            throw bad(file, "tensor '" + name + "' has an impossible shape " + shape);
        }
    }

    private List<Long> numbers(String name, JsonParser parser) throws IOException {
        expect(parser.currentToken() == JsonToken.START_ARRAY, "tensor '" + name + "' has a malformed description");
        List<Long> numbers = new ArrayList<>();
        while (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
            long number = parser.getLongValue();
            expect(number >= 0, "tensor '" + name + "' has a negative number in its description");
            numbers.add(number);
        }
        expect(parser.currentToken() == JsonToken.END_ARRAY, "tensor '" + name + "' has a malformed description");
        return numbers;
    }

    private void expect(boolean condition, String otherwise) {
        if (!condition) {
            throw bad(file, otherwise);
        }
    }

    private static EngineException bad(String file, String what) {
        return new EngineException(BAD_MODEL, file + ": " + what);
    }
}
