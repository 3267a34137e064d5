// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.residency;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;

/** A model that gives no logits of weights that changed under it. */
final class WatchedModel implements LoadedModel {
    private final LoadedModel model;
    private final WeightsFile file;

    /** Takes over both: they are closed with this. */
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

    /**
     * As the engine's.
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

    private Logits watched(Supplier<Logits> pass) {
        Logits logits;
        try {
            logits = pass.get();
        } catch (InternalError e) {
            // What Java makes of reading a mapped page that its file no longer has.
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
