// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses deflate. An {@link Inflater} holds native memory that does not count as heap, so the garbage collector,
 * to which the JDK's streams leave it, frees it too late. Closing frees it at once.
 */
final class Inflation implements AutoCloseable {
    private static final int CHUNK_BYTES = 8192;

    private final byte[] body;
    private final Inflater inflater;
    private final byte[] chunk = new byte[CHUNK_BYTES];

    /** {@code bare} streams have neither a zlib header nor a checksum. */
    Inflation(byte[] body, boolean bare) {
        this.body = body;
        this.inflater = new Inflater(bare);
    }

    /**
     * Decodes the stream that begins at {@code start} in the body.
     *
     * @return the index after the stream
     * @throws DataFormatException if there is no stream, or it is incomplete
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
