// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.decisionservice.contract.BodyLimit;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.tools.labelled.RequestLines;

/**
 * A file with a request on each line.
 *
 * @param digest SHA-256 of its bytes, as hex digits
 * @param lines the number of its lines; a last one without a line break counts
 */
public record RequestFile(Path file, String digest, long lines) implements Requests {
    private static final int CHUNK_BYTES = 1 << 16;

    /**
     * Looks at a file.
     *
     * @throws org.decisionservice.tools.labelled.LabelsException if it holds no lines of requests
     */
    public static RequestFile of(Path file) {
        RequestLines.require(file);
        try {
            return read(file);
        } catch (IOException e) {
            throw new ConfigurationException(file + ": cannot be read: " + RootCause.of(e));
        }
    }

    private static RequestFile read(Path file) throws IOException {
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
        return new RequestFile(file, HexFormat.of().formatHex(digest.digest()), last == '\n' ? lines : lines + 1);
    }

    /** Of a line that is longer than a request may be, only the beginning is read. */
    @Override
    public Reading open() throws IOException {
        return new LineFile(file, BodyLimit.BYTES);
    }
}
