// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.text.Quote;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.backend.Shadow;
import org.decisionservice.host.checkpoints.Calibrations;
import org.decisionservice.host.worker.SparePasses;
import org.decisionservice.host.worker.SpareTime;
import org.decisionservice.server.observe.DecisionObserver;
import org.decisionservice.server.observe.FinishedRequest;
import org.decisionservice.server.observe.GuardedRoute;
import org.decisionservice.server.observe.RequestObserver;
import org.decisionservice.server.observe.Seldom;
import org.jspecify.annotations.Nullable;

/**
 * Has a share of the requests answered a second time. A request only puts its decision into a queue, which is bounded
 * in length and in size; it keeps what was asked and answered until the second answer is there. Whatever goes wrong is
 * counted, and no client learns of it.
 */
public final class ShadowedRequests implements DecisionObserver, RequestObserver, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ShadowedRequests.class.getName());
    private static final int MOST_WAITING = 64;

    /** Estimated bytes of everything that waits. */
    private static final long MOST_BYTES = 4L << 20;

    /** Longest wait for spare time: a replaced checkpoint stays in memory that long. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * So many are answered one after the other, in few pauses rather than in many (docs/adr/0043-shadow.md): the
     * request after a pause that was used takes longer, probably because of cold caches, however many were answered in
     * it.
     */
    private static final int TOGETHER = 8;

    /** Longest wait for the others. */
    private static final Duration COLLECTING = Duration.ofSeconds(3);

    private final Shadow shadow;
    private final SpareTime spare;
    private final double share;
    private final DecisionLog log;
    private final String tried;
    private final Provenance provenance;
    private final BlockingQueue<PendingRequest> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong bytes = new AtomicLong();
    /** Requests that were taken from the queue and are not answered. */
    private final AtomicInteger collected = new AtomicInteger();

    private final Map<ShadowOutcome, LongAdder> counts = new EnumMap<>(ShadowOutcome.class);
    private final Thread thread = Thread.ofPlatform().daemon().name("shadow").unstarted(this::answer);
    private volatile boolean closed;
    private final Seldom saysFailure = new Seldom(Duration.ofMinutes(1), System::nanoTime);

    /** The outcome of a request that was drawn. */
    public enum ShadowOutcome {
        ANSWERED("answered"),
        /** There was no room, or too little spare time. */
        DROPPED("dropped"),
        FAILED("failed");

        private final String label;

        ShadowOutcome(String label) {
            this.label = label;
        }

        /** Its name in metrics. */
        public String label() {
            return label;
        }
    }

    /** A decision; {@code size} is estimated, in bytes. */
    private record PendingRequest(Decided decided, long size) {}

    private ShadowedRequests(
            Shadow shadow, SpareTime spare, double share, DecisionLog log, String tried, Provenance provenance) {
        this.shadow = shadow;
        this.spare = spare;
        this.share = share;
        this.log = log;
        this.tried = tried;
        this.provenance = provenance;
        for (ShadowOutcome outcome : ShadowOutcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    /**
     * Begins. Shadow, spare time and log are closed with the result.
     *
     * @param share of the requests, above 0 and at most 1
     * @param tried what the shadow answers with, as the log says it
     * @param provenance of its answers
     */
    public static ShadowedRequests start(
            Shadow shadow, SpareTime spare, double share, DecisionLog log, String tried, Provenance provenance) {
        ShadowedRequests started = new ShadowedRequests(shadow, spare, share, log, tried, provenance);
        started.thread.start();
        return started;
    }

    @Override
    public void began(GuardedRoute route) {
        if (route.decision().isPresent()) {
            spare.came();
        }
    }

    @Override
    public void finished(FinishedRequest request) {
        if (request.route().decision().isPresent()) {
            spare.left();
        }
    }

    @Override
    public void decided(Decided decision) {
        if (closed
                || decision.request().questions().isEmpty()
                || ThreadLocalRandom.current().nextDouble() >= share) {
            return;
        }
        long size = Size.of(decision.request(), true);
        if (bytes.addAndGet(size) > MOST_BYTES || !waiting.offer(new PendingRequest(decision, size))) {
            bytes.addAndGet(-size);
            count(ShadowOutcome.DROPPED);
        }
    }

    private void count(ShadowOutcome outcome) {
        Objects.requireNonNull(counts.get(outcome)).increment();
    }

    /** Number of drawn requests with this outcome. */
    public long counted(ShadowOutcome outcome) {
        return Objects.requireNonNull(counts.get(outcome)).sum();
    }

    /** Number of passes that a request has cut off, and that were computed once more later. */
    public long interrupted() {
        return shadow.interrupted();
    }

    /** Time that these passes took to end once the request had come, all together. */
    public Duration ending() {
        return spare.ending();
    }

    /** Number of requests that wait for their second answer. */
    public int waiting() {
        return waiting.size() + collected.get();
    }

    /** Memory of weights that no client is answered by, in bytes. */
    public long bytes() {
        return shadow.bytes();
    }

    /** The log of both answers. */
    public DecisionLog log() {
        return log;
    }

    private void answer() {
        try {
            while (!closed) {
                for (PendingRequest next : collect()) {
                    try {
                        count(answer(next.decided()));
                    } finally {
                        collected.decrementAndGet();
                        bytes.addAndGet(-next.size());
                    }
                }
            }
        } catch (InterruptedException | CancellationException _) {
            // Closed.
        }
    }

    private List<PendingRequest> collect() throws InterruptedException {
        List<PendingRequest> together = new ArrayList<>();
        long end = 0;
        for (PendingRequest next = waiting.take(); next != null; next = next(together.size(), end)) {
            if (together.isEmpty()) {
                end = System.nanoTime() + COLLECTING.toNanos();
            }
            collected.incrementAndGet();
            together.add(next);
        }
        return together;
    }

    private @Nullable PendingRequest next(int already, long end) throws InterruptedException {
        return already == TOGETHER ? null : waiting.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private ShadowOutcome answer(Decided decision) {
        try {
            Decided second = new Decided(
                    decision.requestId(),
                    decision.request(),
                    decision.positions(),
                    shadow.answer(decision.request(), PATIENCE));
            log.decided(decision, second, provenance, tried);
            return ShadowOutcome.ANSWERED;
        } catch (SparePasses.NoSpareTimeException _) {
            return ShadowOutcome.DROPPED;
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            Fatal.check(e);
            failed(decision, e);
            return ShadowOutcome.FAILED;
        }
    }

    private void failed(Decided decision, Throwable failure) {
        if (saysFailure.due()) {
            LOG.log(
                    WARNING,
                    "shadow ({0}): request {1}, which is answered, cannot be answered a second time: {2}; {3} so far",
                    tried,
                    Quote.field(decision.requestId()),
                    failure instanceof RefusedException refused
                            ? refused.refusal().detail()
                            : RootCause.of(failure),
                    Long.toString(1 + counted(ShadowOutcome.FAILED)));
        }
    }

    /** The files of what labels say that the shadow answers with. For any thread. */
    public Calibrations calibrations() {
        return shadow.calibrations();
    }

    /** Reads the files of what labels say that the shadow answers with again, and follows a log that was moved. */
    public void reload() {
        shadow.reload();
        log.followName();
    }

    /** Ends what runs, forgets what waits, and frees what is the shadow's own. Idempotent. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            spare.close();
            thread.interrupt();
            waiting.clear();
            shadow.close();
            log.close();
        }
    }
}
