// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

import io.helidon.http.RequestException;
import java.util.Arrays;

/**
 * Reads one chunked body strictly, and passes it on in chunks of the size in which it arrives, so that a client's chunk
 * of any length takes no more memory than its last packet. Extensions and trailers are dropped here.
 */
public final class ChunkedBody {
    /** Maximum length of a line that announces a chunk, including its extensions, in bytes. */
    static final int MAX_LINE = 4096;

    /** Maximum length of all trailers, in bytes. */
    static final int MAX_TRAILERS = 16 * 1024;

    private static final int CRLF = 2;
    private static final byte[] END = Tokens.ascii("0\r\n\r\n");

    private final Inbox in;
    private final int longest;
    private long left;
    private boolean first = true;
    private boolean done;

    /** {@code longest} is the maximum length of one chunk, in bytes. */
    public ChunkedBody(Inbox in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** Whether the end of the body has been passed on. */
    public boolean done() {
        return done;
    }

    /**
     * Returns the next bytes of the body as a chunk, or its end.
     *
     * @throws RequestException if the chunked framing is invalid
     * @throws ChunkTooLongException if the announced length of a chunk is too large; the next calls return its bytes,
     *     for whoever discards them
     */
    public byte[] next() {
        if (left == 0) {
            if (!first && (!in.nextLine(0) || in.end() > in.start())) {
                throw broken();
            }
            first = false;
            left = size();
            if (left > longest) {
                throw new ChunkTooLongException(left);
            }
            if (left == 0) {
                trailers();
                done = true;
                return END;
            }
        }
        byte[] data = in.take(left);
        left -= data.length;
        return chunk(data);
    }

    private static byte[] chunk(byte[] data) {
        byte[] size = Tokens.ascii(Integer.toHexString(data.length));
        byte[] chunk = Arrays.copyOf(size, size.length + CRLF + data.length + CRLF);
        int start = size.length + CRLF;
        chunk[start - 2] = '\r';
        chunk[start - 1] = '\n';
        System.arraycopy(data, 0, chunk, start, data.length);
        chunk[chunk.length - 2] = '\r';
        chunk[chunk.length - 1] = '\n';
        return chunk;
    }

    private long size() {
        if (!in.nextLine(MAX_LINE)) {
            throw broken();
        }
        byte[] line = in.line();
        int at = in.start();
        long size = 0;
        for (; at < in.end() && hex(line[at]) >= 0; at++) {
            // The size is capped, so that further digits cannot make it overflow.
            size = Math.min(16 * size + hex(line[at]), Integer.MAX_VALUE);
        }
        int extension = Tokens.skipSpace(line, at, in.end());
        if (at == in.start() || (at < in.end() && (extension == in.end() || line[extension] != ';'))) {
            throw broken();
        }
        return size;
    }

    private static int hex(byte b) {
        return b < 0 ? -1 : Character.digit(b, 16);
    }

    private void trailers() {
        int most = MAX_TRAILERS;
        while (true) {
            if (!in.nextLine(Math.max(0, most - CRLF))) {
                throw broken();
            }
            if (in.end() == in.start()) {
                return;
            }
            int colon = Tokens.end(in.line(), in.start(), in.end());
            if (colon == in.start() || colon == in.end() || in.line()[colon] != ':') {
                throw broken();
            }
            most -= in.end() - in.start() + CRLF;
        }
    }

    private static RequestException broken() {
        return Malformed.request("broken chunks");
    }
}
