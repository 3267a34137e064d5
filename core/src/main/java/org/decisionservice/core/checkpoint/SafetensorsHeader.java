// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.decisionservice.core.text.Quote;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * Reads the header of a safetensors file: eight bytes of little-endian length, then that many bytes of JSON, {@code
 * name: {dtype, shape, data_offsets}}, then the data, from whose start the offsets count. Everything read is validated,
 * and no size is believed before so many bytes are there. What a tensor of an unknown type holds is nobody's concern
 * unless it is used.
 */
public final class SafetensorsHeader {
    /** The format allows 100 MB; the header of a checkpoint has some hundred bytes for each tensor. */
    private static final int LARGEST = 8 << 20;

    private static final int MOST_DIMENSIONS = 16;
    private static final int LONGEST_POINTER = 1024;
    private static final String METADATA = "__metadata__";
    private static final JsonFactory JSON = new JsonFactory();

    private final Path file;
    private final long dataStart;
    private final long dataSize;
    private final SequencedMap<String, TensorInfo> tensors = new LinkedHashMap<>();
    private final SequencedMap<String, String> metadata = new LinkedHashMap<>();

    private SafetensorsHeader(Path file, long dataStart, long dataSize) {
        this.file = file;
        this.dataStart = dataStart;
        this.dataSize = dataSize;
    }

    /**
     * Reads the header of a file.
     *
     * @throws CheckpointException naming the file, the tensor and what is wrong with it
     */
    public static SafetensorsHeader read(Path file) {
        try {
            long size = RegularFile.require(file).size();
            try (InputStream in = Files.newInputStream(file)) {
                return read(file, size, in);
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Reads the header of a file that was read as a whole; throws as {@link #read(Path)}. */
    public static SafetensorsHeader read(Path file, byte[] content) {
        try {
            return read(file, content.length, new ByteArrayInputStream(content));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static SafetensorsHeader read(Path file, long size, InputStream in) throws IOException {
        if (size < Long.BYTES) {
            throw bad(file, "is " + size + " bytes long, too short for a safetensors header");
        }
        byte[] begin = in.readNBytes(Long.BYTES);
        long length = ByteBuffer.wrap(begin).order(ByteOrder.LITTLE_ENDIAN).getLong();
        long rest = size - Long.BYTES;
        if (length < 2 || length > rest) {
            RegularFile.requireContent(file, begin, in.readNBytes(LONGEST_POINTER));
            throw bad(
                    file,
                    "is not a safetensors file, or is cut off: it declares a header of " + Long.toUnsignedString(length)
                            + " bytes, and " + rest + " follow");
        }
        if (length > LARGEST) {
            throw bad(file, "has a header of " + length + " bytes, and no model needs more than " + LARGEST);
        }
        byte[] json = in.readNBytes((int) length);
        if (json.length < length) {
            throw new EOFException("the file shrank while it was read");
        }
        return new SafetensorsHeader(file, Long.BYTES + length, rest - length).parse(json);
    }

    /** Where each tensor lies, by name, in the order of the header. */
    public SequencedMap<String, TensorInfo> tensors() {
        return Collections.unmodifiableSequencedMap(tensors);
    }

    /**
     * Numbers of four bytes.
     *
     * @param values in row-major order: [product of the shape]; not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Numbers(List<Integer> shape, float[] values) {
        public Numbers {
            shape = List.copyOf(shape);
        }
    }

    /**
     * The numbers of every tensor, by name.
     *
     * @param content the whole file, whose header this is
     * @throws CheckpointException if a tensor holds others than float32, or claims rows without a number
     */
    public SequencedMap<String, Numbers> numbers(byte[] content) {
        SequencedMap<String, Numbers> numbers = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> numbers.put(name, numbers(tensor, content)));
        return numbers;
    }

    /** A dimension beside one of 0 needs no bytes, so it is nothing but a claim. */
    private Numbers numbers(TensorInfo tensor, byte[] content) {
        String name = "tensor " + Quote.of(tensor.name());
        expect(tensor.type() == DataType.F32, name + " has type " + tensor.type() + ", expected F32");
        expect(tensor.shape().size() <= 1 || tensor.byteSize() > 0, name + " holds no number");
        float[] values = new float[(int) tensor.elements()];
        ByteBuffer.wrap(content, (int) tensor.offset(), (int) tensor.byteSize())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(values);
        return new Numbers(tensor.shape().stream().map(Math::toIntExact).toList(), values);
    }

    /** The texts that the header holds beside the tensors, by name. */
    public SequencedMap<String, String> metadata() {
        return Collections.unmodifiableSequencedMap(metadata);
    }

    private SafetensorsHeader parse(byte[] json) throws IOException {
        try (JsonParser parser = JSON.createParser(json)) {
            expect(parser.nextToken() == JsonToken.START_OBJECT, "its header is not a JSON object");
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals(METADATA) && value == JsonToken.VALUE_NULL) {
                    continue; // MLX writes it where it has none.
                }
                expect(value == JsonToken.START_OBJECT, "tensor " + Quote.of(name) + " is not described");
                if (name.equals(METADATA)) {
                    metadata(parser);
                } else {
                    expect(
                            tensors.put(name, tensor(name, parser)) == null,
                            "tensor " + Quote.of(name) + " is listed twice");
                }
            }
            expect(parser.nextToken() == null, "its header goes on after the JSON object");
        } catch (JsonProcessingException _) {
            // Not kept as a cause, because its message quotes the file, which may be any file on this machine.
            throw bad(file, "its header is not valid JSON");
        }
        expectContiguous(tensors.values());
        return this;
    }

    private void metadata(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            expect(parser.nextToken() == JsonToken.VALUE_STRING, "its metadata are not texts");
            metadata.put(key, parser.getText());
        }
    }

    /** The format requires that the tensors fill the data without overlaps or gaps. */
    private void expectContiguous(Collection<TensorInfo> all) {
        long at = dataStart;
        for (TensorInfo tensor : all.stream()
                .sorted(Comparator.comparingLong(TensorInfo::offset).thenComparingLong(TensorInfo::byteSize))
                .toList()) {
            expect(
                    tensor.offset() == at,
                    "tensor " + Quote.of(tensor.name()) + " begins at byte " + (tensor.offset() - dataStart)
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
            JsonToken value = parser.nextToken();
            switch (key) {
                case "dtype" -> {
                    expect(value == JsonToken.VALUE_STRING, malformed(name));
                    type = parser.getText();
                }
                case "shape" -> shape = numbers(name, parser);
                case "data_offsets" -> offsets = numbers(name, parser);
                default -> parser.skipChildren();
            }
        }
        expect(!type.isEmpty(), "tensor " + Quote.of(name) + " has no dtype");
        expect(offsets.size() == 2, "tensor " + Quote.of(name) + " has no data_offsets");
        long begin = offsets.getFirst();
        long end = offsets.getLast();
        expect(
                begin <= end && end <= dataSize,
                "tensor " + Quote.of(name) + " lies outside the file: bytes " + begin + " to " + end + " of "
                        + dataSize);
        TensorInfo tensor = new TensorInfo(file, name, type(type), shape, dataStart + begin, end - begin);
        expect(
                tensor.type() == DataType.OTHER || tensor.byteSize() == byteSize(tensor),
                "tensor " + Quote.of(name) + " of shape " + shape + " does not fit its " + (end - begin) + " bytes");
        return tensor;
    }

    private static DataType type(String name) {
        for (DataType known : DataType.values()) {
            if (known.name().equals(name)) {
                return known;
            }
        }
        return DataType.OTHER;
    }

    private long byteSize(TensorInfo tensor) {
        try {
            return Math.multiplyExact(tensor.type().bytes(), tensor.elements());
        } catch (ArithmeticException _) {
            throw bad(file, "tensor " + Quote.of(tensor.name()) + " has an impossible shape " + tensor.shape());
        }
    }

    private List<Long> numbers(String name, JsonParser parser) throws IOException {
        expect(parser.currentToken() == JsonToken.START_ARRAY, malformed(name));
        List<Long> numbers = new ArrayList<>();
        while (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
            long number = parser.getLongValue();
            expect(number >= 0, "tensor " + Quote.of(name) + " has a negative number in its description");
            expect(numbers.size() < MOST_DIMENSIONS, malformed(name));
            numbers.add(number);
        }
        expect(parser.currentToken() == JsonToken.END_ARRAY, malformed(name));
        return numbers;
    }

    private static String malformed(String name) {
        return "tensor " + Quote.of(name) + " has a malformed description";
    }

    private void expect(boolean condition, String otherwise) {
        if (!condition) {
            throw bad(file, otherwise);
        }
    }

    private static CheckpointException unreadable(Path file, IOException e) {
        return new CheckpointException(
                String.valueOf(file.getFileName()), "cannot be read: " + RegularFile.reason(e), e);
    }

    private static CheckpointException bad(Path file, String what) {
        return new CheckpointException(String.valueOf(file.getFileName()), what);
    }
}
