// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.decisionservice.core.checkpoint.WeightsDigest;

/**
 * A file of requests, looked at once from its beginning to its end.
 *
 * @param digest SHA-256 of its bytes, as hex digits
 * @param lines how many lines it has; a last one without a line break counts
 */
record Requests(String digest, long lines) {
    private static final int CHUNK_BYTES = 1 << 16;

    static Requests of(Path file) throws IOException {
        MessageDigest digest = WeightsDigest.sha256();
        byte[] chunk = new byte[CHUNK_BYTES];
        long lines = 0;
        byte last = '\n';
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(chunk); read > 0; read = in.read(chunk)) {
                digest.update(chunk, 0, read);
                for (int i = 0; i < read; i++) {
                    if (chunk[i] == '\n') {
                        lines++;
                    }
                }
                last = chunk[read - 1];
            }
        }
        return new Requests(HexFormat.of().formatHex(digest.digest()), last == '\n' ? lines : lines + 1);
    }
}
