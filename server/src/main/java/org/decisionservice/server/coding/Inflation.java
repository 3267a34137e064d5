// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.coding;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Undoes deflate. An {@link Inflater} holds native memory that the heap knows nothing of, so that the collector, to
 * whom the streams of the JDK leave it, comes too late for it: closing frees it at once.
 */
final class Inflation implements AutoCloseable {
    private static final int CHUNK_BYTES = 8192;

    private final byte[] body;
    private final Inflater inflater;
    private final byte[] chunk = new byte[CHUNK_BYTES];

    /** {@code bare} streams have no zlib header and no checksum. */
    Inflation(byte[] body, boolean bare) {
        this.body = body;
        this.inflater = new Inflater(bare);
    }

    /**
     * Decodes the stream that begins at {@code start} in the body.
     *
     * @return the index behind it
     * @throws DataFormatException if there is none, or not all of it
     */
    int inflate(int start, CappedBytes out) throws DataFormatException {
        inflater.reset();
        inflater.setInput(body, start, body.length - start);
        while (!inflater.finished()) {
            int n = inflater.inflate(chunk);
            if (n == 0 && !inflater.finished()) {
                throw new DataFormatException("the stream is cut off or asks for a dictionary");
            }
            out.write(chunk, 0, n);
        }
        return body.length - inflater.getRemaining();
    }

    @Override
    public void close() {
        inflater.end();
    }
}
