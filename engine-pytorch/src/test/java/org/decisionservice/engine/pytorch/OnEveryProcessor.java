// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import java.util.Optional;
import java.util.Set;
import org.decisionservice.engine.pytorch.forward.Arithmetic;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;

/**
 * The engine with a CPU that computes in every precision: where it has no instructions for one, it is slow, and the
 * answers are the same.
 *
 * @param batched whether it computes all rows of a pass at once, as a GPU does
 */
record OnEveryProcessor(PytorchEngineProvider inner, boolean batched) implements EngineProvider, PytorchEngine.Ways {
    OnEveryProcessor(boolean batched) {
        this(new PytorchEngineProvider(), batched);
    }

    @Override
    public int spiVersion() {
        return inner.spiVersion();
    }

    @Override
    public String name() {
        return batched ? "pytorch-batched" : "pytorch-reduced";
    }

    @Override
    public Set<Precision> precisions() {
        return inner.precisions();
    }

    @Override
    public Availability probe(EngineOptions options) {
        return inner.probe(options);
    }

    @Override
    public Engine open(EngineOptions options) {
        return new PytorchEngine(Libtorch.start(), options, this);
    }

    @Override
    public Optional<String> lacks(Device device, Precision precision) {
        return precisions().contains(precision) ? Optional.empty() : Optional.of("there is no " + precision);
    }

    @Override
    public Arithmetic arithmetic(Device device, Precision precision) {
        Arithmetic usual = Libtorch.start().processors().arithmetic(device, precision);
        return new Arithmetic(batched, usual.products());
    }
}
