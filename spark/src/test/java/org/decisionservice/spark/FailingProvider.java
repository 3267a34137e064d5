// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.util.List;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.ReferenceEngineProvider;

/** The reference engine, except that passes with a long row fail. */
public final class FailingProvider implements EngineProvider {
    private static final int LONGEST = 250;

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String name() {
        return "failing";
    }

    @Override
    public Availability probe(EngineOptions options) {
        return new Availability.Available(List.of(Device.CPU));
    }

    @Override
    public Engine open(EngineOptions options) {
        Engine engine = new ReferenceEngineProvider().open(options);
        return new Engine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                return new Failing(engine.load(source, device, precision));
            }

            @Override
            public void close() {
                engine.close();
            }
        };
    }

    private record Failing(LoadedModel model) implements LoadedModel {
        @Override
        public Device device() {
            return model.device();
        }

        @Override
        public Logits forward(RowBatch rows) {
            if (rows.longestRow() > LONGEST) {
                throw new EngineException(EngineException.Kind.FAILED, "too long for this engine");
            }
            return model.forward(rows);
        }

        @Override
        public void close() {
            model.close();
        }
    }
}
