// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.decisionservice.engine.kit.NativeHeap;
import org.decisionservice.engine.pytorch.forward.DecisionModel;
import org.decisionservice.engine.pytorch.forward.Decisions;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;

/** The arrays of a checkpoint on one device. */
final class PytorchModel implements LoadedModel {
    private final DecisionModel model;
    private final Libtorch libtorch;
    private final Device device;
    private final Precision precision;
    private final PassPlanner planner;
    private boolean closed;

    PytorchModel(DecisionModel model, Libtorch libtorch, Device device, Precision precision, PassPlanner planner) {
        this.model = model;
        this.libtorch = libtorch;
        this.device = device;
        this.precision = precision;
        this.planner = planner;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public Precision precision() {
        return precision;
    }

    @Override
    public Logits forward(RowBatch rows) {
        return forward(rows, () -> false);
    }

    @Override
    public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
        if (closed) {
            throw new IllegalStateException("the model is closed");
        }
        float[][] logits = new float[rows.size()][];
        float[] acts = new float[rows.size()];
        try {
            for (List<Integer> pass : planner.plan(rows)) {
                LoadedModel.goOnUnless(abandoned);
                Decisions decisions = model.forward(pass.stream().map(rows::row).toList());
                for (int r = 0; r < pass.size(); r++) {
                    logits[pass.get(r)] = decisions.logits(r);
                    acts[pass.get(r)] = decisions.actProbability(r);
                }
            }
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            throw RuntimeErrors.translate("forward pass", e);
        }
        return new Logits(Arrays.asList(logits), acts);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            model.close();
            libtorch.releaseCache(device);
            NativeHeap.trim();
        }
    }
}
