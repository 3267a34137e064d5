// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/**
 * Has an engine compute each row once for equal weights in this process: tests ask the same questions again and again,
 * and plain Java takes milliseconds for each. For engines whose answer to a row depends on nothing else; their own
 * tests compute every pass.
 */
final class MemoizedEngine implements Engine {
    /** Tokens of all rows that are known, some 16 MB of ids. The rows that were asked for longest ago go first. */
    private static final int MOST_TOKENS = 1 << 22;

    private static final LinkedHashMap<Key, Logits> KNOWN = new LinkedHashMap<>(1024, 0.75f, true);
    private static int tokens;

    private final Engine inner;

    MemoizedEngine(Engine inner) {
        this.inner = inner;
    }

    private record Key(String weights, ModelConfig config, Precision precision, boolean stateVectors, Row row) {}

    private static synchronized void keep(Key key, Logits logits) {
        if (KNOWN.put(key, logits) == null) {
            tokens += key.row().length();
        }
        while (tokens > MOST_TOKENS) {
            tokens -= KNOWN.pollFirstEntry().getKey().row().length();
        }
    }

    private static synchronized Optional<Logits> known(Key key) {
        return Optional.ofNullable(KNOWN.get(key));
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
    public LoadedModel load(ModelSource source, Device device, Precision precision) {
        return new Memoized(source, inner.load(source, device, precision));
    }

    @Override
    public void close() {
        inner.close();
    }

    private static final class Memoized implements LoadedModel {
        private final LoadedModel model;
        private final ModelConfig config;
        private final String weights;

        Memoized(ModelSource source, LoadedModel model) {
            this.model = model;
            this.config = source.config();
            this.weights = WeightsDigest.sha256(source.weights(), WeightsDigest::sha256);
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
            return forward(rows, () -> false);
        }

        @Override
        public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
            List<Logits> answers = new ArrayList<>();
            for (int r = 0; r < rows.size(); r++) {
                LoadedModel.goOnUnless(abandoned);
                Key key = new Key(weights, config, model.precision(), rows.stateVectors(), rows.row(r));
                answers.add(known(key).orElseGet(() -> computed(key, abandoned)));
            }
            return Logits.joined(answers);
        }

        private Logits computed(Key key, BooleanSupplier abandoned) {
            RowBatch row = RowBatch.of(List.of(key.row()));
            Logits logits = model.forward(key.stateVectors() ? row.withStateVectors() : row, abandoned);
            keep(key, logits);
            return logits;
        }

        @Override
        public void close() {
            model.close();
        }
    }
}
