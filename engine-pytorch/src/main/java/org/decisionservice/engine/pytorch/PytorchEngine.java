// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import org.decisionservice.engine.pytorch.forward.DecisionModel;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;

/** Creates models from checkpoints. */
final class PytorchEngine implements Engine {
    private final Libtorch libtorch;
    private final EngineOptions options;
    private boolean closed;

    PytorchEngine(Libtorch libtorch, EngineOptions options) {
        this.libtorch = libtorch;
        this.options = options;
    }

    @Override
    public LoadedModel load(ModelSource source, Device device) {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
        if (!libtorch.devices().contains(device)) {
            throw new EngineException(
                    EngineException.Kind.FAILED,
                    "libtorch computes on " + libtorch.devices() + " here, not on " + device);
        }
        libtorch.useThreads(options.threads());
        try {
            return new PytorchModel(DecisionModel.load(source, libtorch.newManager(device)), libtorch, device);
        } catch (EngineException e) {
            throw e;
        } catch (RuntimeException e) {
            throw RuntimeErrors.translate("loading " + source.weights().getFileName(), e);
        }
    }

    /** The library itself stays loaded for the life of the process. */
    @Override
    public void close() {
        closed = true;
    }
}
