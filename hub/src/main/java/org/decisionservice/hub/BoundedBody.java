// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Passes a body on until it exceeds its limit; then nothing more of it is read. */
final class BoundedBody<T> implements BodySubscriber<T> {
    private final BodySubscriber<T> inner;
    private final long most;
    private long received;
    private boolean refused;
    private Flow.@Nullable Subscription subscription;

    /** More bytes arrived than expected. Another attempt would bring no fewer. */
    static final class ExceededException extends IOException {
        private static final long serialVersionUID = 1L;

        ExceededException(long most) {
            super("more than the " + most + " bytes that were to be expected");
        }
    }

    /**
     * Limits what {@code inner} receives.
     *
     * @param most limit in bytes; exceeding it causes an {@link ExceededException}
     */
    BoundedBody(BodySubscriber<T> inner, long most) {
        this.inner = inner;
        this.most = most;
    }

    @Override
    public CompletionStage<T> getBody() {
        return inner.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        inner.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        if (refused) {
            return;
        }
        received += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
        if (received <= most) {
            inner.onNext(buffers);
            return;
        }
        refused = true;
        if (subscription != null) {
            subscription.cancel();
        }
        inner.onError(new ExceededException(most));
    }

    @Override
    public void onError(Throwable e) {
        if (!refused) {
            inner.onError(e);
        }
    }

    @Override
    public void onComplete() {
        if (!refused) {
            inner.onComplete();
        }
    }
}
