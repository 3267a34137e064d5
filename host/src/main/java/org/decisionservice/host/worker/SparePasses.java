// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.decisionservice.engine.spi.Interruption;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.host.Patience;
import org.decisionservice.host.residency.Residency;
import org.jspecify.annotations.Nullable;

/**
 * Computes in {@link SpareTime}, on the inference thread and with models that are in memory. A pass that a request cuts
 * off is computed once more later; those before it are kept. Nothing is loaded, counted as a request's, or kept for
 * requests. Safe for any number of threads.
 */
public final class SparePasses {
    private final InferenceWorker worker;
    private final Residency residency;
    private final SpareTime spare;
    private final Optional<LogitsCache> cache;
    private final AtomicLong interrupted = new AtomicLong();

    /** Why there are no logits, through no fault. */
    public static final class NoSpareTimeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoSpareTimeException(String message) {
            super(message);
        }
    }

    /**
     * @param residency the models, which belong to the inference thread
     * @param cache what requests had computed by the same weights; empty computes everything
     */
    SparePasses(InferenceWorker worker, Residency residency, SpareTime spare, Optional<LogitsCache> cache) {
        this.worker = worker;
        this.residency = residency;
        this.spare = spare;
        this.cache = cache;
    }

    /** Number of passes that a request has cut off. For any thread. */
    public long interrupted() {
        return interrupted.get();
    }

    /**
     * The logits of all rows of {@code work}, as a request gets them.
     *
     * @param limit until when spare time is waited for, on the clock of its spare time
     * @throws NoSpareTimeException if there was too little of it, or the weights are not in memory
     * @throws CancellationException if there is none any more, or the calling thread is interrupted
     * @throws org.decisionservice.engine.spi.EngineException as the engine threw it
     */
    public Logits compute(PassRequest work, long limit) {
        Optional<Logits> known = cache.flatMap(computed -> computed.peek(work));
        if (known.isPresent()) {
            return known.get();
        }
        SpareWork progress = new SpareWork(work);
        while (!progress.finished()) {
            awaitSpareTime(limit);
            Patience.UNLIMITED.await(between(progress));
        }
        return progress.logits();
    }

    /**
     * Waits for spare time.
     *
     * @param limit until when, on the clock of its spare time
     * @throws NoSpareTimeException if there was none until then
     * @throws CancellationException if there is none any more, or the calling thread is interrupted
     */
    public void awaitSpareTime(long limit) {
        try {
            if (!spare.await(limit)) {
                if (spare.isClosed()) {
                    throw new CancellationException("there is no spare time any more");
                }
                throw new NoSpareTimeException("requests left no time for it");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for spare time");
        }
    }

    private CompletableFuture<Boolean> between(SpareWork progress) {
        try {
            return worker.between(() -> {
                progress.next();
                return true;
            });
        } catch (RejectedExecutionException _) {
            throw new CancellationException("the inference thread is closed");
        }
    }

    /** The passes of one piece of work. Used on the inference thread, and by the thread that waits for it. */
    private final class SpareWork {
        private final PassRequest work;
        private @Nullable RequestPasses passes;

        SpareWork(PassRequest work) {
            this.work = work;
        }

        boolean finished() {
            return passes != null && passes.left() == 0;
        }

        Logits logits() {
            return planned().logits();
        }

        private RequestPasses planned() {
            RequestPasses known = passes;
            if (known == null) {
                known = new RequestPasses(work, residency.planner(work.version()));
                passes = known;
            }
            return known;
        }

        /** Runs one pass, if this is still spare time; a request that comes meanwhile ends it. */
        void next() {
            Optional<Interruption> turn = spare.begin();
            if (turn.isEmpty()) {
                return;
            }
            try {
                LoadedModel model = residency
                        .resident(work.version())
                        .orElseThrow(() -> new NoSpareTimeException("the weights are not in memory"));
                RequestPasses own = planned();
                own.with(model, residency.planner(work.version()));
                own.add(model.forward(work.batch(own.next()), turn.get()));
            } catch (CancellationException _) {
                interrupted.incrementAndGet();
            } finally {
                spare.end();
            }
        }
    }
}
