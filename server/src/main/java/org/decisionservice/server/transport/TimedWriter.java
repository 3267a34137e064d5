// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.webserver.CloseConnectionException;
import java.io.UncheckedIOException;

/** Records when a client is expected to read what is sent to it. */
record TimedWriter(DataWriter writer, Connection connection) implements DataWriter {

    @Override
    public void write(BufferData... buffers) {
        timed(bytes(buffers), () -> writer.write(buffers));
    }

    @Override
    public void write(BufferData buffer) {
        timed(buffer.available(), () -> writer.write(buffer));
    }

    @Override
    public void writeNow(BufferData... buffers) {
        timed(bytes(buffers), () -> writer.writeNow(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
        timed(buffer.available(), () -> writer.writeNow(buffer));
    }

    private static long bytes(BufferData... buffers) {
        long bytes = 0;
        for (BufferData buffer : buffers) {
            bytes += buffer.available();
        }
        return bytes;
    }

    private void timed(long bytes, Runnable write) {
        connection.beginWrite(bytes);
        try {
            write.run();
        } catch (UncheckedIOException e) {
            // Nobody is left to answer. This is not a fault of the service, so nothing is logged.
            throw new CloseConnectionException("the client does not take its answer", e);
        } finally {
            connection.endWrite();
        }
    }
}
