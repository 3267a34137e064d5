// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import java.util.OptionalInt;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.EngineContractTest;

/**
 * Runs the engine contract in 8 bits. The random heads of the tiny checkpoints turn small differences into large
 * logits, for which the gate would refuse them, so here it accepts everything.
 */
class Int8EngineTest extends EngineContractTest {
    Int8EngineTest() {
        super(new OnnxEngineProvider(), new EngineOptions(OptionalInt.empty(), Precision.INT8, 1));
    }
}
