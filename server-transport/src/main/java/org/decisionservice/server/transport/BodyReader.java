// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.BodyLimit;
import org.decisionservice.host.Fatal;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.server.transport.framing.ChunkTooLongException;
import org.decisionservice.server.transport.framing.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole request body within the size limit and the time limit. The time covers the whole upload, which no
 * socket option does, so a separate thread reads the bytes and the calling thread waits for it with a deadline. It also
 * enforces the minimum rate, so that a client that stops sending does not keep its slot until the time limit.
 */
public final class BodyReader {
    private static final int CHUNK_BYTES = 16 * 1024;

    /** Interval between two checks how much has arrived. Most bodies are complete before the first check. */
    private static final Duration LOOK = Duration.ofMillis(250);

    private static final Refusal TOO_SLOW_FOR_OTHERS = new Refusal(
            Refusal.Kind.TOO_SLOW,
            "request body came more slowly than " + Incoming.LEAST_RATE
                    + " bytes per second while another request needed its place; send it faster");

    private final Duration timeout;
    private final LeastRate leastRate;

    /** {@code timeout} is the maximum time for a whole body. */
    public BodyReader(Duration timeout, LeastRate leastRate) {
        this.timeout = timeout;
        this.leastRate = leastRate;
    }

    /**
     * A body as received, possibly compressed. Decoding may take long, so do it on a thread that may be busy that long.
     * For one thread at a time.
     */
    public static final class Upload {
        private static final byte[] FORGOTTEN = {};

        private byte[] bytes;
        private ContentCoding coding;

        private Upload(byte[] bytes, ContentCoding coding) {
            this.bytes = bytes;
            this.coding = coding;
        }

        /** A body that was received within another one. */
        public static Upload plain(byte[] bytes) {
            return new Upload(bytes, ContentCoding.IDENTITY);
        }

        /** The plain body, not copied. From the first call on, nothing else of it is in memory. */
        public byte[] plain() {
            bytes = coding.decode(bytes);
            coding = ContentCoding.IDENTITY;
            return bytes;
        }

        /** Forgets the body: the request that was read from it may wait for long, and needs it no more. */
        public void forget() {
            bytes = FORGOTTEN;
        }
    }

    /** Returns the body, not yet decoded; empty if the request has none. */
    public Upload read(ServerRequest request, ServerResponse response, RequestPatience patience) {
        // The head reader lets at most one length through, and none beside a transfer coding.
        OptionalLong declared = request.headers().contentLength();
        if (declared.isPresent() && declared.getAsLong() > BodyLimit.BYTES) {
            throw declared.getAsLong() < RequestHead.MOST_LENGTH
                    ? BodyLimit.announced(declared.getAsLong())
                    : BodyLimit.announcedAtLeast(RequestHead.MOST_LENGTH);
        }
        ContentCoding coding = ContentCoding.of(request.headers().values(HeaderNames.CONTENT_ENCODING));
        if (!request.content().hasEntity()) {
            if (request.headers().contains(HeaderNames.TRANSFER_ENCODING)) {
                throw new RefusedException(Refusal.Kind.BROKEN, "the only supported Transfer-Encoding is chunked");
            }
            return new Upload(new byte[0], ContentCoding.IDENTITY);
        }
        return new Upload(receive(request, response, patience, declared), coding);
    }

    private byte[] receive(
            ServerRequest request, ServerResponse response, RequestPatience patience, OptionalLong declared) {
        AtomicLong received = new AtomicLong();
        FutureTask<byte[]> upload =
                new FutureTask<>(() -> drain(request.content().inputStream(), declared, received));
        Client client = Client.of(request);
        client.receives(new Incoming(received::get, () -> upload.cancel(false)));
        Thread reader = Thread.ofVirtual().name("request-body").start(upload);
        Duration waited = Duration.ZERO;
        try {
            while (true) {
                Duration left = patience.within(timeout.minus(waited));
                Duration look = left.compareTo(LOOK) < 0 ? left : LOOK;
                try {
                    return upload.get(look.toNanos(), NANOSECONDS);
                } catch (TimeoutException _) {
                    waited = waited.plus(look);
                    Optional<RefusedException> refused = refusal(patience, received.get(), waited);
                    if (refused.isPresent()) {
                        // Interrupting a blocked socket read closes the socket, so the answer must be sent first.
                        response.whenSent(() -> end(reader));
                        throw refused.get();
                    }
                }
            }
        } catch (CancellationException _) {
            response.whenSent(() -> end(reader));
            throw new RefusedException(TOO_SLOW_FOR_OTHERS);
        } catch (InterruptedException e) {
            reader.interrupt();
            Thread.currentThread().interrupt();
            throw new CloseConnectionException("interrupted while reading a request body", e);
        } catch (ExecutionException e) {
            Fatal.check(e);
            throw failure(e.getCause());
        } finally {
            client.received();
        }
    }

    /** Waits as well, because nobody else may read from the connection before {@code reader} has ended. */
    private static void end(Thread reader) {
        reader.interrupt();
        try {
            reader.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Why no more of a body is waited for; empty if it is. */
    private Optional<RefusedException> refusal(RequestPatience patience, long received, Duration waited) {
        if (patience.isOver()) {
            return Optional.of(patience.refusal());
        }
        if (patience.stopping().getAsBoolean()) {
            return Optional.of(new RefusedException(Refusal.STOPPING));
        }
        if (waited.compareTo(timeout) >= 0) {
            return Optional.of(new RefusedException(
                    Refusal.Kind.TOO_SLOW,
                    "request body was not received within " + RequestPatience.seconds(timeout) + " s; send it faster"));
        }
        if (leastRate.behind(received, waited.toNanos())) {
            return Optional.of(new RefusedException(
                    Refusal.Kind.TOO_SLOW,
                    "request body came more slowly than " + leastRate.bytesPerSecond()
                            + " bytes per second (SERVICE_MIN_TRANSFER_RATE); send it faster"));
        }
        return Optional.empty();
    }

    private static byte[] drain(InputStream body, OptionalLong declared, AtomicLong received) throws IOException {
        return declared.isPresent() ? exactly((int) declared.getAsLong(), body, received) : toTheEnd(body, received);
    }

    private static byte[] exactly(int length, InputStream body, AtomicLong count) throws IOException {
        byte[] received = new byte[length];
        int pause = CHUNK_BYTES;
        for (int at = 0; at < length; ) {
            // A read returns what there is, so that every byte counts as soon as it has arrived.
            int n = body.read(received, at, Math.min(CHUNK_BYTES, length - at));
            if (n < 0) {
                throw notAsLongAsDeclared();
            }
            at += n;
            count.set(at);
            if (at < length && at >= pause) {
                pause = at + CHUNK_BYTES;
                letOthersRun();
            }
        }
        // Only the read beyond the last byte tells Helidon that the body is finished.
        if (body.read() >= 0) {
            throw notAsLongAsDeclared();
        }
        return received;
    }

    private static IOException notAsLongAsDeclared() {
        return new IOException("the body is not as long as declared");
    }

    private static byte[] toTheEnd(InputStream body, AtomicLong count) throws IOException {
        ByteArrayOutputStream received = new ByteArrayOutputStream(CHUNK_BYTES);
        byte[] chunk = new byte[CHUNK_BYTES];
        int next = CHUNK_BYTES;
        for (int n = body.read(chunk); n >= 0; n = body.read(chunk)) {
            if (received.size() + n > BodyLimit.BYTES) {
                throw BodyLimit.counted(received.size() + n);
            }
            received.write(chunk, 0, n);
            count.set(received.size());
            if (received.size() > next) {
                next = received.size() + CHUNK_BYTES;
                letOthersRun();
            }
        }
        return received.toByteArray();
    }

    /**
     * Lets other virtual threads run. The JDK never takes a carrier from a virtual thread that does not block, and
     * reads that find data do not block: the body of a fast client would keep a carrier until its end. A mere
     * yield is not enough, because the JDK puts a thread that yields into its carrier's own queue, which a
     * carrier empties before it looks at threads that were started or woken from outside, such as those of new
     * connections. A timed park ends on a thread of the JDK's timer, so this thread then comes from outside, too,
     * behind those that waited.
     */
    static void letOthersRun() {
        LockSupport.parkNanos(1);
    }

    private static RuntimeException failure(@Nullable Throwable cause) {
        return switch (cause) {
            case RefusedException refused -> refused;
            case ChunkTooLongException chunk -> BodyLimit.announcedAtLeast(chunk.bytes());
            case RequestException _ ->
                new RefusedException(Refusal.Kind.BROKEN, "request body has broken chunked framing");
            // The client is gone, so there is nobody to answer.
            case null, default -> new CloseConnectionException("the client left while sending its body", cause);
        };
    }
}
