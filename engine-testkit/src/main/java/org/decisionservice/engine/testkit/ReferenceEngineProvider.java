// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.util.List;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;

/**
 * Provides the reference engine under the name {@code reference}. It needs no native code, so it is available
 * everywhere.
 */
public final class ReferenceEngineProvider implements EngineProvider {
    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public Availability probe(EngineOptions options) {
        return new Availability.Available(List.of(Device.CPU));
    }

    @Override
    public Engine open(EngineOptions options) {
        return new ReferenceEngine();
    }
}
