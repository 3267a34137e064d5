// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import java.util.OptionalInt;
import java.util.Set;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.PrecisionGate;
import org.decisionservice.engine.testkit.EngineContractTest;

/**
 * Runs the engine contract in 8 bits. The random heads of the tiny checkpoints turn small differences into large
 * logits, for which the gate would refuse them, so here it accepts everything.
 */
class Int8EngineTest extends EngineContractTest {
    private static final PrecisionGate OPEN = new PrecisionGate(1);

    Int8EngineTest() {
        super(new Ungated(), new EngineOptions(OptionalInt.empty(), Precision.INT8));
    }

    private record Ungated(OnnxEngineProvider gated) implements EngineProvider {
        Ungated() {
            this(new OnnxEngineProvider());
        }

        @Override
        public String name() {
            return "onnx-int8";
        }

        @Override
        public Set<Precision> precisions() {
            return gated.precisions();
        }

        @Override
        public Availability probe(EngineOptions options) {
            return gated.probe(options);
        }

        @Override
        public Engine open(EngineOptions options) {
            return new OnnxEngine(RuntimeStart.runtime(), options, OPEN);
        }
    }
}
