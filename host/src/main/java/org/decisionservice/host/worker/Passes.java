// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static java.lang.System.Logger.Level.WARNING;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.residency.Residency;

/** Runs forward passes, and falls back if the device fails. Confined to the inference thread. */
final class Passes {
    private static final System.Logger LOG = System.getLogger(Passes.class.getName());

    private final Residency residency;
    private final Optional<PassObserver> observer;
    private final Optional<LogitsCache> cache;
    private final LongSupplier nanoTime;
    private long loading;

    /**
     * @param observer is told of every pass; empty if nobody is
     * @param cache what was computed before; empty computes everything
     * @param nanoTime a clock with the contract of {@link System#nanoTime()}
     */
    Passes(Residency residency, Optional<PassObserver> observer, Optional<LogitsCache> cache, LongSupplier nanoTime) {
        this.residency = residency;
        this.observer = observer;
        this.cache = cache;
        this.nanoTime = nanoTime;
    }

    /** Time that all passes so far waited for weights to be loaded, in nanoseconds. */
    long loading() {
        return loading;
    }

    /** Whether a pass of {@code request} would have another checkpoint unloaded. */
    boolean displaces(QueuedRequest request) {
        return residency.displaces(request.current().version());
    }

    /**
     * Runs the next pass of {@code request} on the resident model, or all passes of its current work on the CPU if the
     * device had too little memory for this one. The whole answer thus comes from one device.
     *
     * @throws java.util.concurrent.CancellationException once nobody waits for the request any more
     */
    void next(QueuedRequest request) {
        if (skips(request)) {
            return;
        }
        PassRequest work = request.current();
        try {
            LoadedModel model = timed(() -> residency.model(work.version()));
            RequestPasses passes = request.passes();
            passes.with(model, residency.planner(work.version()));
            if (passes.left() > 0) {
                pass(model, request);
            }
        } catch (EngineException e) {
            switch (e.kind()) {
                case OUT_OF_DEVICE_MEMORY -> {
                    onCpu(request, e);
                    request.completeCurrent();
                    return;
                }
                case DEVICE_LOST -> {
                    residency.drop(work.checkpoint());
                    throw e;
                }
                case BAD_MODEL, UNSUPPORTED_PRECISION, FAILED -> throw e;
            }
        }
        if (request.passes().left() == 0) {
            complete(request);
        }
    }

    /**
     * Goes on to the next work of {@code request} if nothing of the current one is computed, and another request has
     * had the same computed meanwhile.
     */
    boolean skips(QueuedRequest request) {
        Optional<Logits> known =
                cache.filter(_ -> !request.currentBegun()).flatMap(computed -> computed.find(request.current()));
        known.ifPresent(request::skipCurrent);
        return known.isPresent();
    }

    /** Goes on to the next work of {@code request}, whose passes were all computed by the resident model. */
    void complete(QueuedRequest request) {
        PassRequest work = request.current();
        Logits logits = request.completeCurrent();
        if (work.rows() > 0) {
            cache.ifPresent(
                    known -> residency.identity(work.version()).ifPresent(model -> known.keep(work, logits, model)));
        }
    }

    /** One pass for requests that share it. Identical rows appear once if the cache is on. */
    SharedPass shared(List<QueuedRequest> requests) {
        return SharedPass.of(requests, cache.isPresent());
    }

    private void pass(LoadedModel model, QueuedRequest request) {
        RowBatch rows = request.current().batch(request.passes().next());
        Logits logits = model.forward(rows, request::givenUp);
        // What nobody waits for is counted in no case, whether it ends within the engine or here.
        LoadedModel.goOnUnless(request::givenUp);
        request.passes().add(logits);
        passed(request.current().checkpoint(), rows);
    }

    private void passed(ServedCheckpoint checkpoint, RowBatch rows) {
        residency.answering();
        observer.ifPresent(each -> each.passed(checkpoint, rows));
    }

    /**
     * Runs one pass on the resident model, without a second try: before that, the requests in the pass must be told
     * apart.
     *
     * @throws java.util.concurrent.CancellationException once {@code abandoned} is true
     */
    Logits once(CheckpointVersion version, RowBatch rows, BooleanSupplier abandoned) {
        try {
            Logits logits = timed(() -> residency.model(version)).forward(rows, abandoned);
            passed(version.served(), rows);
            return logits;
        } catch (EngineException e) {
            if (e.kind() == EngineException.Kind.DEVICE_LOST) {
                residency.drop(version.served());
            }
            throw e;
        }
    }

    /** Without taking turns, so that no more than one such copy is in memory. */
    private void onCpu(QueuedRequest request, EngineException reason) {
        PassRequest work = request.current();
        if (residency.device(work.checkpoint()).equals(Device.CPU)) {
            throw reason;
        }
        residency.requireGatedOnCpu(work.version());
        String text = String.valueOf(reason.getMessage());
        LOG.log(
                WARNING,
                "{0}: {1} has too little memory, so this request is computed on the CPU: {2}",
                work.checkpoint(),
                residency.device(work.checkpoint()),
                text);
        residency.countFallback(work.checkpoint(), text);
        // The CPU is used only for this request; the next request tries the device again.
        try (LoadedModel model = timed(() -> residency.loadOnCpu(work.version()))) {
            request.passes().with(model, residency.planner(work.version(), model));
            while (request.passes().left() > 0) {
                LoadedModel.goOnUnless(request::givenUp);
                pass(model, request);
            }
        }
    }

    /** Counts the time of {@code model} if it loads one, rather than finding it in memory. */
    private LoadedModel timed(Supplier<LoadedModel> model) {
        long loads = residency.loads();
        long started = nanoTime.getAsLong();
        try {
            return model.get();
        } finally {
            if (residency.loads() != loads) {
                loading += nanoTime.getAsLong() - started;
            }
        }
    }
}
