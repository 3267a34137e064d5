// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

import io.helidon.common.buffers.DataReader;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Bytes that have arrived and were not passed on yet, as lines and as runs of bytes. For one thread at a time. */
public final class Inbox {
    private static final int CRLF = 2;
    private static final byte DELETE = 0x7f;

    private final Supplier<byte @Nullable []> arrivals;
    private byte[] bytes = new byte[0];
    private int from;
    private int to;
    private int lineStart;
    private int lineEnd;

    /** {@code arrivals} returns at least one byte at a time; null at the end. */
    public Inbox(Supplier<byte @Nullable []> arrivals) {
        this.arrivals = arrivals;
    }

    boolean isEmpty() {
        return from == to;
    }

    /**
     * Waits until at least one byte is available.
     *
     * @throws DataReader.InsufficientDataAvailableException if the client sends nothing more
     */
    public void await() {
        if (isEmpty()) {
            fill();
        }
    }

    /**
     * Passes a line on. Afterwards {@link #line} holds it from {@link #start} to {@link #end}, until the next call of
     * any method.
     *
     * @param most maximum length of the line in bytes, without its end
     * @return false if the line is longer, which is detected before it is complete
     * @throws io.helidon.http.RequestException if the line does not end with CRLF, or holds a control character
     */
    boolean nextLine(int most) {
        int length = 0;
        while (true) {
            while (from + length < to && isText(bytes[from + length])) {
                length++;
            }
            if (length > most) {
                return false;
            }
            if (from + length < to && bytes[from + length] != '\r') {
                throw Malformed.request("a control character or a line end that is not CRLF");
            }
            if (from + length + 1 < to) {
                if (bytes[from + length + 1] != '\n') {
                    throw Malformed.request("CR without LF");
                }
                lineStart = from;
                lineEnd = from + length;
                from = lineEnd + CRLF;
                return true;
            }
            fill();
        }
    }

    private static boolean isText(byte b) {
        return (b >= ' ' && b != DELETE) || b < 0 || b == '\t';
    }

    /** Returns the array that holds the line, among other bytes; for reading only. */
    byte[] line() {
        return bytes;
    }

    int start() {
        return lineStart;
    }

    int end() {
        return lineEnd;
    }

    /** Passes on the available bytes, at most {@code most}; waits for at least one. */
    public byte[] take(long most) {
        await();
        int length = (int) Math.min(most, to - from);
        byte[] taken = from == 0 && length == bytes.length ? bytes : Arrays.copyOfRange(bytes, from, from + length);
        from += length;
        return taken;
    }

    private void fill() {
        byte[] more = arrivals.get();
        if (more == null) {
            throw new DataReader.InsufficientDataAvailableException();
        }
        if (isEmpty()) {
            bytes = more;
            from = 0;
            to = more.length;
            return;
        }
        int length = to - from;
        if (bytes.length - to < more.length) {
            // The array is doubled, so that a line in many packets is not copied with each of them.
            byte[] larger = new byte[2 * (length + more.length)];
            System.arraycopy(bytes, from, larger, 0, length);
            bytes = larger;
            from = 0;
        }
        System.arraycopy(more, 0, bytes, from + length, more.length);
        to = from + length + more.length;
    }
}
