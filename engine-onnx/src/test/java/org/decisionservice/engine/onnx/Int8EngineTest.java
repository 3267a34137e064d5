// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.EngineContractTest;
import org.decisionservice.engine.testkit.LongRowContract;

/** Runs the engine contract in 8 bits. */
class Int8EngineTest extends EngineContractTest implements LongRowContract {
    Int8EngineTest() {
        super(new OnnxEngineProvider(), Precision.INT8);
    }
}
