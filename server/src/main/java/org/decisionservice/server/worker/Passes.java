// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.worker;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.server.checkpoints.CheckpointVersion;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.residency.Residency;

/** Runs forward passes, and falls back if the device fails. Confined to the inference thread. */
final class Passes {
    private static final System.Logger LOG = System.getLogger(Passes.class.getName());

    private final Residency residency;
    private final PassObserver observer;
    private final LongSupplier nanoTime;
    private long loading;

    /** {@code nanoTime} is a clock with the contract of {@link System#nanoTime()}. */
    Passes(Residency residency, PassObserver observer, LongSupplier nanoTime) {
        this.residency = residency;
        this.observer = observer;
        this.nanoTime = nanoTime;
    }

    /** Time that all passes so far waited for weights to be loaded, in nanoseconds. */
    long loading() {
        return loading;
    }

    /**
     * Runs all batches on the resident model, or all of them on the CPU if the device had too little memory for
     * one of the batches. The whole answer thus comes from one device.
     *
     * @param abandoned whether nobody waits for the result any more
     * @return the logits of all rows, in the order of the batches
     * @throws java.util.concurrent.CancellationException once {@code abandoned} is true
     */
    Logits run(Work work, BooleanSupplier abandoned) {
        ServedCheckpoint checkpoint = work.checkpoint();
        try {
            return forward(timed(() -> residency.model(work.version())), work, abandoned);
        } catch (EngineException e) {
            return switch (e.kind()) {
                case OUT_OF_DEVICE_MEMORY -> onCpu(work, abandoned, e);
                case DEVICE_LOST -> {
                    residency.drop(checkpoint);
                    throw e;
                }
                case BAD_MODEL, FAILED -> throw e;
            };
        }
    }

    /**
     * Runs one batch on the resident model, without a second try: before that, the requests in the batch must be told
     * apart. Otherwise like {@link #run}.
     */
    Logits once(CheckpointVersion version, RowBatch rows, BooleanSupplier abandoned) {
        try {
            Logits logits = timed(() -> residency.model(version)).forward(rows, abandoned);
            observer.passed(version.served(), rows);
            return logits;
        } catch (EngineException e) {
            if (e.kind() == EngineException.Kind.DEVICE_LOST) {
                residency.drop(version.served());
            }
            throw e;
        }
    }

    private Logits onCpu(Work work, BooleanSupplier abandoned, EngineException reason) {
        if (residency.device(work.checkpoint()).equals(Device.CPU)) {
            throw reason;
        }
        String text = String.valueOf(reason.getMessage());
        LOG.log(
                WARNING,
                "{0}: {1} has too little memory, computing on the CPU: {2}",
                work.checkpoint(),
                residency.device(work.checkpoint()),
                text);
        residency.countFallback(work.checkpoint(), text);
        // The CPU is used only for this request; the next request tries the device again.
        try (LoadedModel model = timed(() -> residency.loadOnCpu(work.version()))) {
            return forward(model, work, abandoned);
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

    private Logits forward(LoadedModel model, Work work, BooleanSupplier abandoned) {
        List<Logits> logits = new ArrayList<>(work.batches().size());
        for (RowBatch batch : work.batches()) {
            logits.add(model.forward(batch, abandoned));
            // What nobody waits for is counted in no case, whether it ends within the engine or here.
            LoadedModel.goOnUnless(abandoned);
            observer.passed(work.checkpoint(), batch);
        }
        return Logits.joined(logits);
    }
}
