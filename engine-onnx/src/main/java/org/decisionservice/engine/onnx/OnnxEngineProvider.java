// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import java.util.Set;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;

/** Finds out whether ONNX Runtime can start here, and starts it. */
public final class OnnxEngineProvider implements EngineProvider {

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String name() {
        return "onnx";
    }

    @Override
    public Set<Precision> precisions() {
        return Set.of(Precision.FLOAT32, Precision.INT8);
    }

    @Override
    public Availability probe(EngineOptions options) {
        try {
            return RuntimeStart.cuda().availability();
        } catch (EngineException e) {
            return new Availability.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Engine open(EngineOptions options) {
        return new OnnxEngine(RuntimeStart.runtime(), options);
    }
}
