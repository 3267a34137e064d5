// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.learned;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonReader;
import org.jspecify.annotations.Nullable;

/**
 * A small safetensors file in memory: eight bytes of little-endian length, that many bytes of JSON, and the numbers. The
 * weights of checkpoints, which are large, are mapped by engines instead.
 *
 * @param metadata texts by name
 * @param tensors by name, in the order of the file
 */
record SafeTensors(SequencedMap<String, String> metadata, SequencedMap<String, Tensor> tensors) {
    private static final String METADATA = "__metadata__";
    private static final String FLOAT32 = "F32";

    SafeTensors {
        metadata = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(metadata));
        tensors = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(tensors));
    }

    /**
     * Numbers of four bytes.
     *
     * @param values in row-major order: [product of the shape]; not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Tensor(List<Integer> shape, float[] values) {
        Tensor {
            shape = List.copyOf(shape);
        }

        static Tensor vector(float[] values) {
            return new Tensor(List.of(values.length), values);
        }

        /** @param rows all of one length */
        static Tensor matrix(float[][] rows, int columns) {
            float[] values = new float[rows.length * columns];
            for (int row = 0; row < rows.length; row++) {
                System.arraycopy(rows[row], 0, values, row * columns, columns);
            }
            return new Tensor(List.of(rows.length, columns), values);
        }

        float[][] rows() {
            int columns = shape.get(1);
            float[][] rows = new float[shape.get(0)][];
            for (int row = 0; row < rows.length; row++) {
                rows[row] = Arrays.copyOfRange(values, row * columns, (row + 1) * columns);
            }
            return rows;
        }
    }

    /**
     * Reads a file.
     *
     * @throws LearnedFile.Malformed if it is none, is cut off, or holds other numbers than float32
     */
    static SafeTensors read(byte[] file) {
        ByteBuffer all = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        if (file.length < Long.BYTES) {
            throw new LearnedFile.Malformed("it is no safetensors file");
        }
        long length = all.getLong();
        if (length < 2 || length > all.remaining()) {
            throw new LearnedFile.Malformed("it is no safetensors file, or cut off");
        }
        byte[] header = new byte[(int) length];
        all.get(header);
        ByteBuffer data = all.slice().order(ByteOrder.LITTLE_ENDIAN);
        SequencedMap<String, String> metadata = new LinkedHashMap<>();
        SequencedMap<String, Tensor> tensors = new LinkedHashMap<>();
        try {
            object(JsonReader.read(header).root()).forEach((name, value) -> {
                if (name.equals(METADATA)) {
                    object(value).forEach((key, text) -> metadata.put(key, text(text)));
                } else {
                    tensors.put(name, tensor(name, object(value), data));
                }
            });
        } catch (RefusedException _) {
            throw new LearnedFile.Malformed("its header is not valid JSON");
        }
        return new SafeTensors(metadata, tensors);
    }

    private static Tensor tensor(String name, Map<String, JsonValue> described, ByteBuffer data) {
        List<Integer> shape = integers(described.get("shape"));
        List<Integer> offsets = integers(described.get("data_offsets"));
        long count = shape.stream().mapToLong(Integer::longValue).reduce(1, Math::multiplyExact);
        boolean fits = offsets.size() == 2
                && offsets.get(1) <= data.capacity()
                && offsets.get(1) - offsets.get(0) == count * Float.BYTES;
        if (!fits || !(described.get("dtype") instanceof JsonString(String type) && type.equals(FLOAT32))) {
            throw new LearnedFile.Malformed("'" + name + "' is cut off, or not of the type " + FLOAT32);
        }
        float[] values = new float[(int) count];
        data.slice(offsets.get(0), offsets.get(1) - offsets.get(0))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(values);
        return new Tensor(shape, values);
    }

    private static SequencedMap<String, JsonValue> object(JsonValue value) {
        if (value instanceof JsonObject object) {
            return object.members();
        }
        throw new LearnedFile.Malformed("its header is not what safetensors files have");
    }

    private static String text(JsonValue value) {
        if (value instanceof JsonString(String text)) {
            return text;
        }
        throw new LearnedFile.Malformed("its metadata are not texts");
    }

    private static List<Integer> integers(@Nullable JsonValue value) {
        if (value instanceof JsonArray array) {
            return array.elements().stream().map(SafeTensors::integer).toList();
        }
        throw new LearnedFile.Malformed("its header is not what safetensors files have");
    }

    private static int integer(JsonValue value) {
        try {
            if (value instanceof JsonInteger(String digits) && Integer.parseInt(digits) >= 0) {
                return Integer.parseInt(digits);
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new LearnedFile.Malformed("its header has a size that no file has");
    }

    /** The bytes of the file. */
    byte[] bytes() {
        byte[] header = Json.bytes(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart(METADATA);
            for (Map.Entry<String, String> entry : metadata.entrySet()) {
                out.writeStringField(entry.getKey(), entry.getValue());
            }
            out.writeEndObject();
            int next = 0;
            for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
                int end = next + entry.getValue().values().length * Float.BYTES;
                out.writeObjectFieldStart(entry.getKey());
                out.writeStringField("dtype", FLOAT32);
                out.writeArrayFieldStart("shape");
                for (int dimension : entry.getValue().shape()) {
                    out.writeNumber(dimension);
                }
                out.writeEndArray();
                out.writeArrayFieldStart("data_offsets");
                out.writeNumber(next);
                out.writeNumber(end);
                out.writeEndArray();
                out.writeEndObject();
                next = end;
            }
            out.writeEndObject();
        });
        // Numbers begin at a multiple of eight bytes, as the format recommends; spaces may follow the JSON.
        int padded = Math.ceilDiv(header.length, Long.BYTES) * Long.BYTES;
        int numbers = tensors.values().stream()
                .mapToInt(tensor -> tensor.values().length)
                .sum();
        ByteBuffer file =
                ByteBuffer.allocate(Long.BYTES + padded + numbers * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(padded).put(header);
        while (file.position() < Long.BYTES + padded) {
            file.put((byte) ' ');
        }
        for (Tensor tensor : tensors.values()) {
            for (float value : tensor.values()) {
                file.putFloat(value);
            }
        }
        return file.array();
    }
}
