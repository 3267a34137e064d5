// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import java.util.Set;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.EngineContractTest;
import org.decisionservice.engine.testkit.LongRowContract;

/**
 * Runs the engine contract in bfloat16, on every processor: without the instructions it is slow, and the answers are
 * the same.
 */
class Bfloat16EngineTest extends EngineContractTest implements LongRowContract {
    Bfloat16EngineTest() {
        super(new OnEveryProcessor(), Precision.BF16);
    }

    private record OnEveryProcessor(PytorchEngineProvider inner) implements EngineProvider {
        OnEveryProcessor() {
            this(new PytorchEngineProvider());
        }

        @Override
        public int spiVersion() {
            return inner.spiVersion();
        }

        @Override
        public String name() {
            return "pytorch-bf16";
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
            return new PytorchEngine(Libtorch.start(), options, true);
        }
    }
}
