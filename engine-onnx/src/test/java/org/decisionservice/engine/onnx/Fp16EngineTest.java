// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import java.util.Set;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.EngineContractTest;

/** Runs the engine contract in 16 bits on the CPU, where every value is rounded as on a GPU. */
class Fp16EngineTest extends EngineContractTest {
    Fp16EngineTest() {
        super(new Rounding(new OnnxEngineProvider()), Precision.FP16);
    }

    private record Rounding(OnnxEngineProvider inner) implements EngineProvider {
        @Override
        public int spiVersion() {
            return inner.spiVersion();
        }

        @Override
        public String name() {
            return "onnx-fp16";
        }

        @Override
        public Set<Precision> precisions() {
            return Set.of(Precision.FLOAT32, Precision.FP16, Precision.BF16, Precision.INT8);
        }

        @Override
        public Availability probe(EngineOptions options) {
            return inner.probe(options);
        }

        @Override
        public Engine open(EngineOptions options) {
            return inner.openRounding(options);
        }
    }
}
