// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.Interruption;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.jspecify.annotations.Nullable;

/**
 * Checks the caller of any engine: one call at a time across the engine and all of its models, or in each model if the
 * engine is {@linkplain Engine#concurrent concurrent}, calls from the right
 * thread only, nothing after close, models closed before the engine, everything closed once, rows within the vocabulary
 * and the positions of their model, and with what the model's option layout needs. It also checks that the engine's
 * answers have the shape of the rows.
 *
 * <p>Closing is idempotent, so that cleanup after a failure need not know how far the work got. A second close is
 * reported all the same: an owner that closes something twice has lost track of it, and might close something still in
 * use.
 *
 * <p>A breach throws an {@link AssertionError} where it happens and is also kept in {@link #breaches()}, in case the
 * code under test swallows errors.
 */
public final class AssertingEngine implements Engine {
    private final Engine inner;
    private final Predicate<Thread> rightThread;
    private final AtomicReference<@Nullable Thread> caller = new AtomicReference<>();
    private final List<String> breaches = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger openModels = new AtomicInteger();
    private volatile boolean closed;

    /** Accepts calls from any thread. */
    public AssertingEngine(Engine inner) {
        this(inner, _ -> true);
    }

    /**
     * Wraps an engine and takes ownership of it.
     *
     * @param rightThread which threads may load, compute and close models; the engine itself may be closed from any
     */
    public AssertingEngine(Engine inner, Predicate<Thread> rightThread) {
        this.inner = inner;
        this.rightThread = rightThread;
    }

    /** What callers have done wrong so far, oldest first. */
    public List<String> breaches() {
        synchronized (breaches) {
            return List.copyOf(breaches);
        }
    }

    /** Whether {@link #close} was called. */
    public boolean isClosed() {
        return closed;
    }

    @Override
    public Set<OptionLayout> optionLayouts() {
        return inner.optionLayouts();
    }

    @Override
    public boolean stateVectors() {
        return inner.stateVectors();
    }

    @Override
    public boolean concurrent() {
        return inner.concurrent();
    }

    @Override
    public LoadedModel load(ModelSource source, Device device, Precision precision) {
        return loaded(source, precision, () -> inner.load(source, device, precision));
    }

    @Override
    public Reduction reduce(ModelSource source, Device device, Precision precision) {
        return confined("reduce", () -> {
            checkLoad(source, precision);
            Reduction reduction = inner.reduce(source, device, precision);
            check(
                    reduction.exact().size() == source.samples().size(),
                    source.samples().size() + " samples were answered with "
                            + reduction.exact().size());
            return new Reduction(
                    reduction.exact(),
                    reduction.variants().stream()
                            .map(variant -> watched(variant, source, precision))
                            .toList());
        });
    }

    private Reduction.Variant watched(Reduction.Variant variant, ModelSource source, Precision precision) {
        return new Reduction.Variant(
                variant.name(),
                () -> loaded(source, precision, variant::load),
                variant.preparer().map(_ -> folder -> loaded(source, precision, () -> variant.prepare(folder))));
    }

    @Override
    public Reduction.Variant float32(ModelSource source, Device device) {
        return watched(inner.float32(source, device), source, Precision.FLOAT32);
    }

    @Override
    public Optional<String> fingerprint() {
        return inner.fingerprint();
    }

    @Override
    public LoadedModel loadPrepared(ModelSource source, Device device, Precision precision, Path folder) {
        return confined("load", () -> {
            check(!closed, "load after the engine was closed");
            LoadedModel model = inner.loadPrepared(source, device, precision, folder);
            openModels.incrementAndGet();
            return new AssertingModel(model, source.config());
        });
    }

    private LoadedModel loaded(ModelSource source, Precision precision, Supplier<LoadedModel> load) {
        return confined("load", () -> {
            checkLoad(source, precision);
            LoadedModel model = load.get();
            openModels.incrementAndGet();
            return new AssertingModel(model, source.config());
        });
    }

    private void checkLoad(ModelSource source, Precision precision) {
        check(!closed, "load after the engine was closed");
        OptionLayout layout = source.config().optionLayout();
        check(
                inner.optionLayouts().contains(layout),
                "load of a checkpoint of the " + layout + " layout, which is not offered");
        check(
                precision == Precision.FLOAT32 || !source.samples().isEmpty(),
                "load in " + precision + " without samples");
    }

    @Override
    public void close() {
        alone(caller, () -> {
            check(!closed, "engine closed twice");
            check(openModels.get() == 0, "engine closed before its " + openModels + " models");
            closed = true;
            inner.close();
            return closed;
        });
    }

    private <T> T confined(String what, Supplier<T> call) {
        return confined(what, inner.concurrent() ? new AtomicReference<>() : caller, call);
    }

    private <T> T confined(String what, AtomicReference<@Nullable Thread> inside, Supplier<T> call) {
        Thread me = Thread.currentThread();
        check(rightThread.test(me), what + " on thread '" + me.getName() + "'");
        return alone(inside, call);
    }

    private <T> T alone(AtomicReference<@Nullable Thread> inside, Supplier<T> call) {
        Thread me = Thread.currentThread();
        Thread other = inside.compareAndExchange(null, me);
        check(other == null, me.getName() + " called while " + (other == null ? "" : other.getName()) + " was inside");
        try {
            return call.get();
        } finally {
            inside.set(null);
        }
    }

    private void check(boolean condition, String otherwise) {
        if (!condition) {
            breaches.add(otherwise);
            throw new AssertionError(otherwise);
        }
    }

    private final class AssertingModel implements LoadedModel {
        private final LoadedModel model;
        private final EncoderConfig encoder;
        private final OptionLayout layout;
        private final AtomicReference<@Nullable Thread> inside = inner.concurrent() ? new AtomicReference<>() : caller;
        private boolean modelClosed;

        AssertingModel(LoadedModel model, ModelConfig config) {
            this.model = model;
            this.encoder = config.encoder();
            this.layout = config.optionLayout();
        }

        @Override
        public Device device() {
            return model.device();
        }

        @Override
        public Precision precision() {
            return model.precision();
        }

        @Override
        public OptionalInt passTokens() {
            OptionalInt tokens = model.passTokens();
            check(tokens.orElse(1) >= 1, "passes of " + tokens + " tokens");
            return tokens;
        }

        @Override
        public Logits forward(RowBatch rows) {
            return pass(rows, () -> model.forward(rows));
        }

        @Override
        public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
            return pass(rows, () -> model.forward(rows, abandoned));
        }

        @Override
        public Logits forward(RowBatch rows, Interruption interruption) {
            return pass(rows, () -> model.forward(rows, interruption));
        }

        private Logits pass(RowBatch rows, Supplier<Logits> pass) {
            return confined("forward", inside, () -> {
                check(!modelClosed, "forward after the model was closed");
                for (int r = 0; r < rows.size(); r++) {
                    checkRow(r, rows.row(r));
                }
                Logits logits = pass.get();
                checkShape(rows, logits);
                return logits;
            });
        }

        private void checkRow(int index, Row row) {
            for (int position = 0; position < row.length(); position++) {
                int id = row.tokenId(position);
                check(
                        id >= 0 && id < encoder.vocabulary(),
                        "row " + index + " has token id " + id + " at position " + position + ", the vocabulary "
                                + encoder.vocabulary());
            }
            check(
                    layout == OptionLayout.SEQUENTIAL || row.optionsEnd().isPresent(),
                    "row " + index + " does not say where its options end, which the " + layout + " layout needs");
            switch (encoder) {
                case EncoderConfig.Bert bert ->
                    check(
                            row.length() <= bert.maxPositions(),
                            "row " + index + " has " + row.length() + " tokens, the encoder positions for "
                                    + bert.maxPositions());
                case EncoderConfig.ModernBert _ -> {}
            }
        }

        private void checkShape(RowBatch rows, Logits logits) {
            check(logits.size() == rows.size(), rows.size() + " rows were answered with " + logits.size());
            int vectors = rows.stateVectors() && inner.stateVectors() ? Logits.STATE_VECTORS * encoder.hidden() : 0;
            for (int r = 0; r < rows.size(); r++) {
                int given = logits.stateVectors(r).map(row -> row.length).orElse(0);
                check(given == vectors, "row " + r + " has " + given + " state vectors, not " + vectors);
                check(
                        logits.options(r) == rows.row(r).options(),
                        "row " + r + " has " + rows.row(r).options() + " options, its answer " + logits.options(r));
            }
        }

        @Override
        public void close() {
            confined("close of a model", inside, () -> {
                check(!modelClosed, "model closed twice");
                modelClosed = true;
                openModels.decrementAndGet();
                model.close();
                return modelClosed;
            });
        }
    }
}
