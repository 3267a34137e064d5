// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A model together with the gate's report on the reduced precision that was asked for. It is in that precision if the
 * report accepts it, else in float32.
 *
 * @param model closed with this one
 */
public record JudgedModel(LoadedModel model, PrecisionReport report) implements LoadedModel {

    @Override
    public Device device() {
        return model.device();
    }

    @Override
    public Precision precision() {
        return model.precision();
    }

    @Override
    public Optional<PrecisionReport> precisionReport() {
        return Optional.of(report);
    }

    @Override
    public Logits forward(RowBatch rows) {
        return model.forward(rows);
    }

    @Override
    public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
        return model.forward(rows, abandoned);
    }

    @Override
    public void close() {
        model.close();
    }
}
