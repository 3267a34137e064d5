package org.decisionservice.engine.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.jspecify.annotations.Nullable;

/**
 * Checks the caller of any engine: one call at a time over the engine and all of its models, nothing after close,
 * models closed before the engine, rows within the vocabulary and the positions of their model.
 *
 * <p>A breach is an {@link AssertionError} at the place of it, and kept in {@link #breaches()} for a test whose code
 * under test swallows errors.
 */
public final class AssertingEngine implements Engine {
    private final Engine inner;
    private final AtomicReference<@Nullable Thread> caller = new AtomicReference<>();
    private final List<String> breaches = Collections.synchronizedList(new ArrayList<>());
    private int openModels;
    private boolean closed;

    public AssertingEngine(Engine inner) {
        this.inner = inner;
    }

    /** What callers did wrong so far, oldest first. */
    public List<String> breaches() {
        synchronized (breaches) {
            return List.copyOf(breaches);
        }
    }

    @Override
    public LoadedModel load(ModelSource source, Device device) {
        return alone(() -> {
            check(!closed, "load after the engine was closed");
            LoadedModel model = inner.load(source, device);
            openModels++;
            return new AssertingModel(model, source.config().encoder());
        });
    }

    @Override
    public void close() {
        alone(() -> {
            check(openModels == 0, "engine closed before its " + openModels + " models");
            closed = true;
            inner.close();
            return closed;
        });
    }

    private <T> T alone(Supplier<T> call) {
        Thread me = Thread.currentThread();
        Thread other = caller.compareAndExchange(null, me);
        check(other == null, me.getName() + " called while " + (other == null ? "" : other.getName()) + " was inside");
        try {
            return call.get();
        } finally {
            caller.set(null);
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
        private boolean modelClosed;

        AssertingModel(LoadedModel model, EncoderConfig encoder) {
            this.model = model;
            this.encoder = encoder;
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
        public Logits forward(RowBatch rows) {
            return alone(() -> {
                checkCall(rows);
                return model.forward(rows);
            });
        }

        @Override
        public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
            return alone(() -> {
                checkCall(rows);
                return model.forward(rows, abandoned);
            });
        }

        private void checkCall(RowBatch rows) {
            check(!modelClosed, "forward after the model was closed");
            for (int r = 0; r < rows.size(); r++) {
                checkRow(r, rows.row(r));
            }
        }

        private void checkRow(int index, Row row) {
            for (int position = 0; position < row.length(); position++) {
                int id = row.tokenId(position);
                check(
                        id >= 0 && id < encoder.vocabulary(),
                        "row " + index + " has token id " + id + " at position " + position + ", the vocabulary "
                                + encoder.vocabulary());
            }
            switch (encoder) {
                case EncoderConfig.Bert bert ->
                    check(
                            row.length() <= bert.maxPositions(),
                            "row " + index + " has " + row.length() + " tokens, the encoder positions for "
                                    + bert.maxPositions());
                case EncoderConfig.ModernBert _ -> {}
            }
        }

        @Override
        public void close() {
            alone(() -> {
                if (!modelClosed) {
                    modelClosed = true;
                    openModels--;
                }
                model.close();
                return modelClosed;
            });
        }
    }
}
