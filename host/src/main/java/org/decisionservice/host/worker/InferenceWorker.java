// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.host.DecisionService.Timings;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.Health;
import org.decisionservice.host.Patience;
import org.decisionservice.host.RequestClass;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.checkpoints.SupersededException;
import org.decisionservice.host.residency.Residency;
import org.decisionservice.host.residency.Residents;
import org.decisionservice.host.residency.UngatedException;

/** One platform thread that loads, computes and unloads. Requests take turns, one pass at a time. */
public final class InferenceWorker implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(InferenceWorker.class.getName());

    /** Longest time that a replaced model stays after the last request that needed it. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final Residency residency;
    private final Optional<LogitsCache> cache;
    private final Passes passes;
    private final Optional<IdleUnload> idle;
    private final LongSupplier nanoTime;
    private final WaitingRequests waiting;
    private final ScheduledThreadPoolExecutor thread;
    private final GateThread gateThread;
    private final AtomicLong submitted = new AtomicLong();

    /** When the pass or load in progress began. */
    private volatile OptionalLong turn = OptionalLong.empty();

    /** Whether the models were freed for good. Used only on the inference thread. */
    private boolean ended;

    /**
     * @param residency owned by the worker from now on: no other code may change it
     * @param idleWindow idle time after which checkpoints are dropped; empty keeps them
     * @param sharing what requests share with each other
     * @param nanoTime a clock with the contract of {@link System#nanoTime()}
     * @param observer is told of every pass; empty if nobody is
     */
    public InferenceWorker(
            Residency residency,
            Optional<Duration> idleWindow,
            Sharing sharing,
            LongSupplier nanoTime,
            Optional<PassObserver> observer) {
        this.residency = residency;
        this.cache = sharing.cache();
        this.passes = new Passes(residency, observer, cache, nanoTime);
        this.waiting = new WaitingRequests(sharing.coalesces(), passes::displaces);
        this.nanoTime = nanoTime;
        this.thread = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("inference").factory());
        // A pending idle check does not outlive the service; submitted work still does.
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.gateThread = new GateThread(residency, task -> thread.execute(Fatal.checked(task)));
        this.idle = idleWindow.map(window -> new IdleUnload(residency, window, nanoTime, thread));
    }

    /**
     * Submits work as {@link #submit} does, and waits for it. A caller that is interrupted gives it up.
     *
     * @throws CancellationException if the caller was interrupted
     * @throws org.decisionservice.engine.spi.EngineException as the engine threw it
     */
    public PassResult infer(List<PassRequest> work) {
        CompletableFuture<PassResult> outcome = new CompletableFuture<>();
        var _ = submit(work, RequestClass.INTERACTIVE, outcome);
        return Patience.UNLIMITED.await(outcome);
    }

    /**
     * Submits a request's work and returns at once. It may share a pass with others of its class if that is allowed.
     *
     * @param outcome completed when the work is done or has failed. Cancelling it gives the work up: work that still
     *     waits is removed, and work that runs ends before its next pass unless others share the pass
     * @return tells where the time of the work has gone so far; for any thread
     * @throws RejectedExecutionException after {@link #close}; {@code outcome} gets it if the worker is being closed
     */
    public Supplier<Timings> submit(
            List<PassRequest> work, RequestClass requestClass, CompletableFuture<PassResult> outcome) {
        if (thread.isShutdown()) {
            throw closed();
        }
        long now = nanoTime.getAsLong();
        idle.ifPresent(unload -> unload.submitted(now));
        Optional<List<Logits>> known = cache.flatMap(computed -> computed.findAll(work));
        if (known.isPresent()) {
            outcome.complete(PassResult.known(known.get()));
            return () -> Timings.NONE;
        }
        QueuedRequest request =
                new QueuedRequest(work, requestClass, submitted.incrementAndGet(), now, outcome, residency::planner);
        waiting.add(request);
        // The request's rows may be many, and it may wait behind long passes.
        var _ = outcome.whenComplete((_, _) -> {
            if (request.givenUp()) {
                waiting.dropGivenUp();
            }
        });
        try {
            queueTurn();
        } catch (RejectedExecutionException e) {
            // Closed meanwhile: the request is refused, or among those that are finished first.
            if (waiting.remove(request)) {
                throw e;
            }
        }
        return () -> request.timings(nanoTime.getAsLong());
    }

    /** One turn is queued per waiting request, although a turn may take several, so that no request is left over. */
    private void queueTurn() {
        thread.execute(Fatal.checked(this::takeTurn));
    }

    static RejectedExecutionException closed() {
        return new RejectedExecutionException("the inference thread is closed");
    }

    /**
     * Makes a checkpoint resident and waits for it.
     *
     * @throws org.decisionservice.core.checkpoint.CheckpointException if it cannot be read
     * @throws org.decisionservice.engine.spi.EngineException if it cannot be loaded
     */
    public void load(ServedCheckpoint checkpoint) {
        try {
            infer(List.of(new PassRequest(checkpoint, List.of(), false)));
        } catch (SupersededException _) {
            LOG.log(
                    DEBUG,
                    "{0}: its files were replaced before they were loaded, and the new files are loaded instead",
                    checkpoint);
        }
    }

    /**
     * Computes in {@code spare} time what nobody waits for, with the models of requests as far as they are in memory.
     */
    public SparePasses spare(SpareTime spare) {
        return new SparePasses(this, residency, spare, cache);
    }

    /** The same with models of its own, which belong to the inference thread, too. */
    public SparePasses spare(SpareTime spare, Residency models) {
        return new SparePasses(this, models, spare, Optional.empty());
    }

    /**
     * Runs {@code task} on the inference thread, between two passes of requests.
     *
     * @throws RejectedExecutionException after {@link #close}
     */
    public <T> CompletableFuture<T> between(Supplier<T> task) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        thread.execute(Fatal.checked(() -> {
            try {
                requireNotEnded();
                outcome.complete(task.get());
            } catch (RuntimeException | Error e) {
                Fatal.check(e);
                outcome.completeExceptionally(e);
            }
        }));
        return outcome;
    }

    /**
     * Loads {@code next} beside the version in force and puts it in force between two passes, then frees the old
     * model as soon as no request holds it. Waits until the new version is in force. The old version answers while a
     * precision passes the gate, not while the new one is then loaded. Whatever is thrown, nothing has changed.
     *
     * @return the revision of the new weights
     * @throws org.decisionservice.core.checkpoint.CheckpointException if the files are not those that are expected
     * @throws org.decisionservice.engine.spi.EngineException if it cannot be loaded
     */
    public String replace(CheckpointVersion next) {
        CompletableFuture<String> revision = new CompletableFuture<>();
        thread.execute(Fatal.checked(() -> replace(next, revision)));
        return Patience.UNLIMITED.await(revision);
    }

    private void replace(CheckpointVersion next, CompletableFuture<String> revision) {
        try {
            requireNotEnded();
            revision.complete(residency.replace(next));
        } catch (UngatedException _) {
            gateThread.gate(next, revision, () -> replace(next, revision));
        } catch (RuntimeException | Error e) {
            Fatal.check(e);
            revision.completeExceptionally(e);
        }
        dropReplaced();
    }

    private void dropReplaced() {
        if (residency.dropReplaced() > 0 && !thread.isShutdown()) {
            var _ = thread.schedule(Fatal.checked(this::dropReplaced), LOOK_AGAIN.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** The resident checkpoints. For any thread; does not block. */
    public Health health() {
        return new Health(
                residency.residents().health(), residency.preferredDevice().toString(), idle.map(IdleUnload::health));
    }

    /** The number of requests whose work was submitted and has not begun. For any thread. */
    public int queueDepth() {
        return waiting.size();
    }

    /** Time that the pass or load in progress has taken; zero if there is none. For any thread. */
    public Duration running() {
        OptionalLong began = turn;
        return began.isPresent() ? Duration.ofNanos(nanoTime.getAsLong() - began.getAsLong()) : Duration.ZERO;
    }

    /** The resident checkpoints and the history of all. For any thread; does not block. */
    public Residents residents() {
        return residency.residents();
    }

    /** The planner of the passes of a version in force, as far as is known. For any thread; does not block. */
    public PassPlanner expectedPlanner(CheckpointVersion version) {
        return residency.expectedPlanner(version);
    }

    /** The use of the cache; empty if there is none. For any thread. */
    public Optional<LogitsCache.Use> cache() {
        return cache.map(LogitsCache::use);
    }

    /** Finishes the submitted work, however long it takes, then frees every model. Idempotent. */
    @Override
    public void close() {
        close(Patience.ENDLESS);
    }

    /**
     * Finishes the submitted work, then frees every model. Idempotent.
     *
     * @return whether that was done within {@code patience}; if not, it still continues
     */
    public boolean close(Duration patience) {
        if (!thread.isShutdown()) {
            thread.execute(this::end);
            thread.shutdown();
        }
        try {
            return thread.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void end() {
        while (takeTurn()) {}
        gateThread.finish();
        while (takeTurn()) {}
        ended = true;
        residency.dropAll();
    }

    /**
     * Refuses work that another thread submitted while {@link #close} ran, after the models: nobody would free its own.
     */
    private void requireNotEnded() {
        if (ended) {
            throw closed();
        }
    }

    /** Lets those have a pass whose turn it is; returns false if nobody waits. */
    private boolean takeTurn() {
        List<QueuedRequest> requests = waiting.take();
        long now = nanoTime.getAsLong();
        requests.forEach(request -> request.begin(now));
        turn = requests.isEmpty() ? OptionalLong.empty() : OptionalLong.of(now);
        try {
            List<QueuedRequest> unknown = requests.size() < 2
                    ? requests
                    : requests.stream().filter(request -> !skips(request, now)).toList();
            if (ended || unknown.size() < 2 || !runTogether(unknown)) {
                unknown.forEach(this::run);
            }
        } finally {
            turn = OptionalLong.empty();
        }
        return !requests.isEmpty();
    }

    /** Answers a request that shares a pass, if another request has had the same computed meanwhile. */
    private boolean skips(QueuedRequest request, long now) {
        boolean known = passes.skips(request);
        if (known) {
            request.outcome().complete(request.result(now));
        }
        return known;
    }

    private void run(QueuedRequest request) {
        if (request.givenUp()) {
            return;
        }
        long started = nanoTime.getAsLong();
        long loaded = passes.loading();
        try {
            requireNotEnded();
            passes.next(request);
            long now = nanoTime.getAsLong();
            request.count(now - started, passes.loading() - loaded);
            idle.ifPresent(IdleUnload::passed);
            if (request.finished()) {
                request.outcome().complete(request.result(now));
            } else {
                goOnLater(request);
            }
        } catch (UngatedException e) {
            long parked = nanoTime.getAsLong();
            request.countLoading(parked - started);
            gateThread.gate(e.version(), request.outcome(), () -> {
                request.countLoading(nanoTime.getAsLong() - parked);
                waiting.again(request);
                takeTurn();
            });
        } catch (RuntimeException | Error e) {
            Fatal.check(e);
            idle.ifPresent(IdleUnload::passed);
            request.outcome().completeExceptionally(e);
        }
    }

    private void goOnLater(QueuedRequest request) {
        waiting.again(request);
        try {
            queueTurn();
        } catch (RejectedExecutionException _) {
            // Closed meanwhile; the end waits for this thread, and finishes the request first.
        }
    }

    /**
     * Runs the requests in one pass. The pass continues as long as at least one of the requests is waited for.
     *
     * @return false if the pass failed: each request then has a pass of its own, so that only the faulty one fails
     */
    private boolean runTogether(List<QueuedRequest> requests) {
        long started = nanoTime.getAsLong();
        long loaded = passes.loading();
        SharedPass pass;
        Logits logits;
        try {
            pass = passes.shared(requests);
            logits = passes.once(pass.version(), pass.rows(), pass::givenUp);
        } catch (CancellationException _) {
            idle.ifPresent(IdleUnload::passed);
            return true;
        } catch (SupersededException | UngatedException _) {
            return false;
        } catch (RuntimeException | Error e) {
            Fatal.check(e);
            LOG.log(
                    WARNING,
                    "a pass for {0} requests failed, so each is computed on its own: {1}",
                    requests.size(),
                    e.getMessage());
            return false;
        }
        idle.ifPresent(IdleUnload::passed);
        pass.complete(logits, passes, started, nanoTime.getAsLong(), passes.loading() - loaded);
        return true;
    }
}
