// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import java.util.Set;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;

/** Finds out whether libtorch can start here, and starts it. */
public final class PytorchEngineProvider implements EngineProvider {

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String name() {
        return "pytorch";
    }

    @Override
    public Set<Precision> precisions() {
        return Set.of(Precision.FLOAT32, Precision.TF32, Precision.FP16, Precision.BF16);
    }

    @Override
    public Set<Precision> precisions(Device device) {
        return Libtorch.start().processors().precisions(device);
    }

    @Override
    public Availability probe(EngineOptions options) {
        try {
            return Libtorch.start().availability();
        } catch (EngineException e) {
            return new Availability.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Engine open(EngineOptions options) {
        return new PytorchEngine(Libtorch.start(), options, Libtorch.start().processors());
    }
}
