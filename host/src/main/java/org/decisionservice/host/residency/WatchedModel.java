// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Interruption;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;

/** A model that returns no logits if its weights have changed during the pass. */
final class WatchedModel implements LoadedModel {
    private final LoadedModel model;
    private final WeightsFile file;

    /** Takes ownership of both, which are closed with this model. */
    WatchedModel(LoadedModel model, WeightsFile file) {
        this.model = model;
        this.file = file;
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
        return model.passTokens();
    }

    /**
     * Runs the engine's pass.
     *
     * @throws org.decisionservice.engine.spi.EngineException also BAD_MODEL if the file was written to during the pass
     */
    @Override
    public Logits forward(RowBatch rows) {
        return watched(() -> model.forward(rows));
    }

    @Override
    public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
        return watched(() -> model.forward(rows, abandoned));
    }

    @Override
    public Logits forward(RowBatch rows, Interruption interruption) {
        return watched(() -> model.forward(rows, interruption));
    }

    private Logits watched(Supplier<Logits> pass) {
        Logits logits;
        try {
            logits = pass.get();
        } catch (InternalError e) {
            // Java throws this when it reads a mapped page that the file no longer has.
            requireUnwritten();
            throw e;
        }
        requireUnwritten();
        return logits;
    }

    private void requireUnwritten() {
        if (file.condition() == WeightsFile.Condition.WRITTEN) {
            throw file.changed("in use");
        }
    }

    @Override
    public void close() {
        try (file) {
            model.close();
        }
    }
}
