// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.function.Supplier;
import org.decisionservice.server.transport.framing.ChunkTooLongException;
import org.decisionservice.server.transport.framing.ChunkedBody;
import org.decisionservice.server.transport.framing.Inbox;
import org.decisionservice.server.transport.framing.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a connection in order, each as its head and then the pieces of its body. No piece holds bytes of two
 * requests. For one thread at a time.
 */
final class RequestBytes implements Supplier<byte[]> {
    /** Bytes that are read although nobody wants them. */
    private static final long MOST_DISCARDED = 64L << 20;

    /** Time that this takes at most. */
    private static final Duration DISCARDING = Duration.ofSeconds(5);

    private final Connection connection;
    private final AnswerWriter answers;
    private final Inbox in;
    private final int longestChunk;
    private boolean spoken;
    /** Bytes of a body of known length that are still to come. */
    private long left;
    /** A chunked body that is not finished. */
    private @Nullable ChunkedBody chunks;
    /** Whether no further request is read. */
    private boolean last;
    /** Whether a head was refused for its length, so that more of it follows. */
    private boolean headTooLarge;

    /** {@code longestChunk} is in bytes. */
    RequestBytes(Connection connection, AnswerWriter answers, int longestChunk) {
        connection.endWith(this::discardRest);
        this.connection = connection;
        this.answers = answers;
        this.in = new Inbox(connection.arrivals()::next);
        this.longestChunk = longestChunk;
    }

    /** Whether the body of the last request has been passed on completely. */
    boolean atEndOfRequest() {
        return left == 0 && chunks == null;
    }

    /**
     * Returns the next piece as soon as some of it has arrived.
     *
     * @throws DataReader.InsufficientDataAvailableException if nothing more is to come
     * @throws io.helidon.http.RequestException if the client does not send valid HTTP
     */
    @Override
    public byte[] get() {
        try {
            return left > 0 ? sized() : chunks != null ? chunk(chunks) : head();
        } catch (ChunkTooLongException e) {
            last = true;
            throw e;
        } catch (RuntimeException e) {
            // What a client sends after that cannot be told apart.
            left = 0;
            chunks = null;
            last = true;
            headTooLarge |= e instanceof RequestException refused && RequestHead.isTooLarge(refused);
            throw e;
        }
    }

    /**
     * Reads the rest of a request that its answer did not wait for, and forgets it. If the connection were closed
     * first, the client's next write would fail, and Node.js and Java report that in place of the answer.
     */
    private void discardRest() {
        long end = connection.now() + DISCARDING.toNanos();
        long most = MOST_DISCARDED;
        try {
            while ((headTooLarge || !atEndOfRequest()) && most > 0 && connection.now() - end < 0) {
                connection.enter(Phase.DISCARDING);
                most -= discardPiece();
                BodyReader.letOthersRun();
            }
        } catch (CloseConnectionException | DataReader.InsufficientDataAvailableException _) {
            // The client is gone.
        }
    }

    private int discardPiece() {
        try {
            return headTooLarge ? in.take(MOST_DISCARDED).length : get().length;
        } catch (ChunkTooLongException | RequestException _) {
            return 0;
        }
    }

    private byte[] head() {
        if (last) {
            throw new DataReader.InsufficientDataAvailableException();
        }
        if (spoken) {
            connection.enter(Phase.WAITING);
        }
        in.await();
        spoken = true;
        connection.enter(Phase.HEAD);
        answers.next(false);
        RequestHead head = RequestHead.read(in);
        answers.next(head.headOnly());
        connection.enter(Phase.REQUEST);
        last = head.last();
        left = head.length().orElse(0);
        chunks = head.length().isEmpty() ? new ChunkedBody(in, longestChunk) : null;
        return head.canonical();
    }

    private byte[] sized() {
        byte[] piece = in.take(left);
        left -= piece.length;
        return piece;
    }

    private byte[] chunk(ChunkedBody body) {
        byte[] piece = body.next();
        if (body.done()) {
            chunks = null;
        }
        return piece;
    }
}
