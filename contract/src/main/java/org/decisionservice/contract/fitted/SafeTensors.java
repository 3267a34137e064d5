// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.fitted;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.core.checkpoint.CheckpointException;
import org.decisionservice.core.checkpoint.SafetensorsHeader;

/**
 * A small safetensors file in memory. The weights of checkpoints, which are large, are mapped by engines instead.
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
     * @param file its name, for messages
     * @throws MalformedFile if it is none, is cut off, or holds other numbers than float32
     */
    static SafeTensors read(Path file, byte[] content) {
        try {
            SafetensorsHeader header = SafetensorsHeader.read(file, content);
            SequencedMap<String, Tensor> tensors = new LinkedHashMap<>();
            header.numbers(content)
                    .forEach((name, numbers) -> tensors.put(name, new Tensor(numbers.shape(), numbers.values())));
            return new SafeTensors(header.metadata(), tensors);
        } catch (CheckpointException e) {
            throw new MalformedFile(e.problem());
        }
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
