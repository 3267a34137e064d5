// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Sends bodies of known length piece by piece. Helidon would copy a body that is passed as an array, and keep the copy
 * for as long as the client does not read it.
 */
public final class Sending {
    /** Length of a piece in bytes. */
    private static final int PIECE = 16 * 1024;

    /** Writes a body. */
    @FunctionalInterface
    public interface Body {
        /** Writes all of it; may close {@code out}. */
        void writeTo(OutputStream out) throws IOException;
    }

    private Sending() {}

    /** Sends an array that other answers use, too. */
    public static void send(ServerResponse response, byte[] body) {
        send(response, body, () -> {});
    }

    /**
     * Sends {@code body}.
     *
     * @param beforeLast runs before the last piece is sent, so that a client that has received everything can rely on
     *     its effect
     */
    public static void send(ServerResponse response, byte[] body, Runnable beforeLast) {
        if (body.length <= PIECE) {
            beforeLast.run();
            response.send(body);
        } else {
            send(response, body.length, out -> inParts(body, out), beforeLast);
        }
    }

    /** Small enough for {@link LastPiece} to hold back the end. */
    private static void inParts(byte[] body, OutputStream out) throws IOException {
        int part = PIECE / 2;
        for (int at = 0; at < body.length; at += part) {
            out.write(body, at, Math.min(part, body.length - at));
        }
    }

    /**
     * Sends what {@code body} writes.
     *
     * @param length in bytes
     * @param beforeLast as for an array
     */
    public static void send(ServerResponse response, long length, Body body, Runnable beforeLast) {
        response.header(HeaderNames.CONTENT_LENGTH, Long.toString(length));
        try (OutputStream out = new LastPiece(response.outputStream(), beforeLast)) {
            body.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException("the answer cannot be written", e);
        }
    }

    /** Holds the last piece back until the stream is closed. */
    private static final class LastPiece extends BufferedOutputStream {
        private final Runnable before;

        LastPiece(OutputStream out, Runnable before) {
            super(out, PIECE);
            this.before = before;
        }

        @Override
        public void close() throws IOException {
            before.run();
            super.close();
        }
    }
}
