package org.decisionservice.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.LazyString;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Helidon's reader of a connection, with three holes closed: header values keep their bytes (one character per byte,
 * where Helidon's ASCII loses all beyond 127), a single chunk of a chunked body cannot be longer than a body may be,
 * and neither can the line that announces it. Helidon itself collects a chunk or a line of any length in memory.
 */
final class BoundedDataReader extends DataReader {

    /** Longest line announcing a chunk, its extensions included, in bytes. */
    private static final int MAX_LINE = 4096;

    BoundedDataReader(DataReader source) {
        super(new Bytes(source));
    }

    @Override
    public LazyString readLazyString(Charset charset, int length) {
        return super.readLazyString(StandardCharsets.ISO_8859_1, length);
    }

    @Override
    public BufferData readBuffer(int length) {
        if (length > Limits.BODY_BYTES) {
            throw new TooLongException();
        }
        return super.readBuffer(length);
    }

    @Override
    public String readLine() {
        int length = findNewLine(MAX_LINE);
        if (length == MAX_LINE) {
            throw new TooLongException();
        }
        String line = readAsciiString(length);
        skip(2);
        return line;
    }

    /** Passes on what arrives, after looking at the first of it. */
    private static final class Bytes implements Supplier<byte[]> {
        private final DataReader source;
        private boolean started;

        Bytes(DataReader source) {
            this.source = source;
        }

        @Override
        public byte[] get() {
            source.ensureAvailable();
            byte[] bytes = source.readBytes(source.available());
            if (started) {
                return bytes;
            }
            started = true;
            return Http10Bridge.translate(bytes);
        }
    }

    /** A chunk or its line is longer than any acceptable body. */
    static final class TooLongException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLongException() {
            super("chunk too long", null, false, false);
        }
    }
}
