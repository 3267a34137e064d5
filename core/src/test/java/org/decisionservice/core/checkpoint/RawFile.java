// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes safetensors files byte by byte, so that any byte can be made wrong. */
final class RawFile {
    private RawFile() {}

    /** Writes a file whose length field is correct. */
    static Path write(Path directory, String header, byte... data) throws IOException {
        return write(directory, header.length(), header, data);
    }

    static Path write(Path directory, long declared, String header, byte... data) throws IOException {
        byte[] json = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(8 + json.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(declared).put(json).put(data);
        return Files.write(directory.resolve("weights.safetensors"), bytes.array());
    }
}
