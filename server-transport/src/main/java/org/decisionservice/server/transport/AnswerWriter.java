// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.webserver.CloseConnectionException;
import java.io.UncheckedIOException;

/**
 * Writes answers to a client. It records when the client is expected to read, and leaves out the content of an answer
 * to HEAD, which Helidon would send and the client would take for its next answer. For the thread that serves the
 * connection.
 */
final class AnswerWriter implements DataWriter {
    private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

    private final DataWriter writer;
    private final Connection connection;
    private boolean headOnly;
    /** Number of bytes of {@link #END_OF_HEAD} that were written last. */
    private int ended;

    AnswerWriter(DataWriter writer, Connection connection) {
        this.writer = writer;
        this.connection = connection;
    }

    /** Begins the next answer, of which nothing but the head is sent if it answers HEAD. */
    void next(boolean toHead) {
        headOnly = toHead;
        ended = 0;
    }

    @Override
    public void write(BufferData... buffers) {
        BufferData[] parts = sent(buffers);
        timed(() -> writer.write(parts), parts);
    }

    @Override
    public void write(BufferData buffer) {
        BufferData part = sent(buffer);
        timed(() -> writer.write(part), part);
    }

    @Override
    public void writeNow(BufferData... buffers) {
        BufferData[] parts = sent(buffers);
        timed(() -> writer.writeNow(parts), parts);
    }

    @Override
    public void writeNow(BufferData buffer) {
        BufferData part = sent(buffer);
        timed(() -> writer.writeNow(part), part);
    }

    private BufferData[] sent(BufferData... buffers) {
        BufferData[] parts = buffers.clone();
        for (int i = 0; i < parts.length; i++) {
            parts[i] = sent(parts[i]);
        }
        return parts;
    }

    private BufferData sent(BufferData buffer) {
        if (!headOnly) {
            return buffer;
        }
        byte[] bytes = buffer.readBytes();
        int kept = 0;
        while (kept < bytes.length && ended < END_OF_HEAD.length) {
            byte b = bytes[kept++];
            ended = b == END_OF_HEAD[ended] ? ended + 1 : b == END_OF_HEAD[0] ? 1 : 0;
        }
        return BufferData.create(bytes, 0, kept);
    }

    private void timed(Runnable write, BufferData... parts) {
        long bytes = 0;
        for (BufferData part : parts) {
            bytes += part.available();
        }
        connection.beginWrite(bytes);
        try {
            write.run();
        } catch (UncheckedIOException e) {
            // Nobody is left to answer. This is not a fault of the service, so nothing is logged.
            throw new CloseConnectionException("the client left before it had read its answer", e);
        } finally {
            connection.endWrite();
        }
    }
}
