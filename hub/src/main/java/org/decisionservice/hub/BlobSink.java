// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Writes the body of a response to a file as it arrives, without an intermediate copy. */
final class BlobSink implements HttpResponse.BodySubscriber<Long> {
    private static final int CHUNK_BYTES = 1 << 16;

    private final FileChannel file;
    private final LongConsumer progress;
    private final CompletableFuture<Long> done = new CompletableFuture<>();
    private volatile long start;
    private final AtomicLong received = new AtomicLong();
    private volatile @Nullable IOException failure;
    private Flow.@Nullable Subscription subscription;

    /** @param progress called with the number of bytes after each write */
    BlobSink(FileChannel file, LongConsumer progress) {
        this.file = file;
        this.progress = progress;
    }

    /** Returns this sink, set to write the body at {@code position} of the file. */
    BlobSink at(long position) {
        start = position;
        return this;
    }

    /** Bytes written so far. */
    long received() {
        return received.get();
    }

    /** The error from the disk, if writing failed. */
    Optional<IOException> diskFailure() {
        return Optional.ofNullable(failure);
    }

    /**
     * Writes {@code plain} to its end.
     *
     * @param most bytes that are to be expected
     * @throws BoundedBody.ExceededException if there are more
     */
    long take(InputStream plain, long most) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int read = plain.read(chunk); read >= 0; read = plain.read(chunk)) {
            if (received.get() + read > most) {
                throw new BoundedBody.ExceededException(most);
            }
            try {
                write(ByteBuffer.wrap(chunk, 0, read));
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
        return received.get();
    }

    @Override
    public CompletionStage<Long> getBody() {
        return done;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        try {
            for (ByteBuffer buffer : buffers) {
                write(buffer);
            }
        } catch (IOException e) {
            failure = e;
            if (subscription != null) {
                subscription.cancel();
            }
            done.completeExceptionally(e);
            return;
        }
        if (subscription != null) {
            subscription.request(1);
        }
    }

    /**
     * Writes at an explicit position, not at the end: if an abandoned attempt still writes, it can only write the bytes
     * that belong there.
     */
    private void write(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            int written = file.write(buffer, start + received.get());
            received.addAndGet(written);
            progress.accept(written);
        }
    }

    @Override
    public void onError(Throwable e) {
        done.completeExceptionally(e);
    }

    @Override
    public void onComplete() {
        done.complete(received.get());
    }
}
