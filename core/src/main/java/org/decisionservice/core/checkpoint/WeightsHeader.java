// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checks that a file of weights is complete. A safetensors file begins with eight bytes of little-endian length and that
 * many bytes of JSON, which say where every tensor ends. The engine knows which tensors there must be.
 */
public final class WeightsHeader {
    private static final JsonMapper JSON = new JsonMapper();

    /** The format's limit on the JSON part, in bytes. */
    private static final long LARGEST = 100_000_000;

    private WeightsHeader() {}

    /**
     * Checks {@code weights}.
     *
     * @throws CheckpointException if the file cannot be read, is cut off or is of another format
     */
    public static void check(Path weights) {
        String name = weights.getFileName().toString();
        try (InputStream in = Files.newInputStream(weights)) {
            long size = Files.size(weights);
            if (size < Long.BYTES) {
                throw new CheckpointException(name, "is " + size + " bytes long, too short for a safetensors header");
            }
            long length = ByteBuffer.wrap(in.readNBytes(Long.BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getLong();
            long rest = size - Long.BYTES;
            if (length < 0 || length > Math.min(rest, LARGEST)) {
                throw new CheckpointException(
                        name,
                        "is not a safetensors file, or is cut off: it declares a header of "
                                + Long.toUnsignedString(length) + " bytes, and " + rest + " follow");
            }
            long needed = dataSize(in.readNBytes((int) length));
            if (needed != rest - length) {
                throw new CheckpointException(
                        name, "is not complete: its tensors take " + needed + " bytes, but it has " + (rest - length));
            }
        } catch (JsonProcessingException _) {
            // Not kept as a cause, because its message quotes the file, which may be any file on this machine.
            throw new CheckpointException(name, "its header is not valid JSON");
        } catch (IOException e) {
            throw new CheckpointException(name, "cannot be read: " + RegularFile.reason(e), e);
        }
    }

    /** Where the last tensor ends, in bytes from the start of the data. */
    private static long dataSize(byte[] header) throws IOException {
        long end = 0;
        for (JsonNode tensor : JSON.readTree(header)) {
            end = Math.max(end, tensor.path("data_offsets").path(1).asLong());
        }
        return end;
    }
}
