// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.EngineContractTest;

/** Runs the engine contract in 8 bits. */
class Int8EngineTest extends EngineContractTest {
    Int8EngineTest() {
        super(new OnnxEngineProvider(), Precision.INT8);
    }
}
