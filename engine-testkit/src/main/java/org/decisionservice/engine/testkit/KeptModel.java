// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Interruption;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;

/**
 * A model that stays open for the next test.
 *
 * @param model closed by whoever keeps it
 */
record KeptModel(LoadedModel model) implements LoadedModel {
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

    @Override
    public Logits forward(RowBatch rows) {
        return model.forward(rows);
    }

    @Override
    public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
        return model.forward(rows, abandoned);
    }

    @Override
    public Logits forward(RowBatch rows, Interruption interruption) {
        return model.forward(rows, interruption);
    }

    @Override
    public void close() {}
}
