// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.util.Set;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;

/** The reference engine under every contract, for subclasses that each do one thing wrong, which the kit must find. */
class FaultyEngine
        implements Engine,
                EngineProvider,
                ProviderContract,
                ForwardContract,
                OptionOrderContract,
                StateVectorsContract,
                IsolationContract,
                LifecycleContract,
                BadModelContract {
    private final Engine sound = new ReferenceEngine();

    @Override
    public Set<OptionLayout> optionLayouts() {
        return sound.optionLayouts();
    }

    @Override
    public boolean stateVectors() {
        return sound.stateVectors();
    }

    @Override
    public LoadedModel load(ModelSource source, Device device, Precision precision) {
        return sound.load(source, device, precision);
    }

    @Override
    public void close() {
        sound.close();
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String name() {
        return "faulty";
    }

    @Override
    public Availability probe(EngineOptions options) {
        return new ReferenceEngineProvider().probe(options);
    }

    @Override
    public Engine open(EngineOptions options) {
        return this;
    }

    @Override
    public EngineProvider provider() {
        return this;
    }

    @Override
    public Engine engine() {
        return this;
    }

    /** A correct model, for subclasses that break one method. */
    static class Model implements LoadedModel {
        private final LoadedModel sound;

        Model(LoadedModel sound) {
            this.sound = sound;
        }

        @Override
        public Device device() {
            return sound.device();
        }

        @Override
        public Logits forward(RowBatch rows) {
            return sound.forward(rows);
        }

        @Override
        public void close() {
            sound.close();
        }
    }
}
