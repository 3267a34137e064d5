// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.buffers.DataReader;
import java.util.function.Supplier;
import org.decisionservice.server.transport.framing.ChunkedBody;
import org.decisionservice.server.transport.framing.Inbox;
import org.decisionservice.server.transport.framing.RequestHead;
import org.decisionservice.server.transport.framing.RequestHead.Framing;

/**
 * The requests of a connection in order, each as its head and then the pieces of its body. No piece holds bytes of two
 * requests. For one thread at a time.
 */
final class RequestBytes implements Supplier<byte[]> {

    /** The part that comes next. */
    private sealed interface Next {
        record Head() implements Next {}

        record Sized(long left) implements Next {}

        record Chunks(ChunkedBody body) implements Next {}

        record Nothing() implements Next {}
    }

    private static final Next HEAD = new Next.Head();
    private static final Next NOTHING = new Next.Nothing();

    private final Connection connection;
    private final Inbox in;
    private final int longestChunk;
    private boolean spoken;
    private Next next = HEAD;
    private Next after = HEAD;

    /** {@code longestChunk} is in bytes. */
    RequestBytes(Connection connection, int longestChunk) {
        this.connection = connection;
        this.in = new Inbox(connection.arrivals()::next);
        this.longestChunk = longestChunk;
    }

    /** Whether the body of the last request has been passed on completely. */
    boolean atEndOfRequest() {
        return next.equals(HEAD) || next.equals(NOTHING);
    }

    /**
     * Returns the next piece as soon as some of it has arrived.
     *
     * @throws DataReader.InsufficientDataAvailableException if nothing more is to come
     * @throws io.helidon.http.RequestException if the client does not send valid HTTP
     */
    @Override
    public byte[] get() {
        // After an exception while a piece is read, there is nothing left to continue with.
        Next now = next;
        next = NOTHING;
        return switch (now) {
            case Next.Head _ -> head();
            case Next.Sized(long left) -> sized(left);
            case Next.Chunks(ChunkedBody body) -> chunk(body);
            case Next.Nothing _ -> throw new DataReader.InsufficientDataAvailableException();
        };
    }

    private byte[] head() {
        if (spoken) {
            connection.enter(Phase.WAITING);
        }
        in.await();
        spoken = true;
        connection.enter(Phase.HEAD);
        connection.answer().whole();
        RequestHead head = HeadReader.read(in);
        if (head.headOnly()) {
            connection.answer().headOnly();
        }
        connection.enter(Phase.REQUEST);
        after = head.last() ? NOTHING : HEAD;
        next = switch (head.framing()) {
            case Framing.Sized(long bytes) -> bytes == 0 ? after : new Next.Sized(bytes);
            case Framing.Chunked() -> new Next.Chunks(new ChunkedBody(in, longestChunk));
        };
        return head.canonical();
    }

    private byte[] sized(long left) {
        byte[] piece = in.take(left);
        next = piece.length == left ? after : new Next.Sized(left - piece.length);
        return piece;
    }

    private byte[] chunk(ChunkedBody body) {
        byte[] piece = body.next();
        next = body.done() ? after : new Next.Chunks(body);
        return piece;
    }
}
