// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import org.decisionservice.engine.testkit.EngineContractTest;
import org.decisionservice.engine.testkit.LongRowContract;

class OnnxEngineTest extends EngineContractTest implements LongRowContract {
    OnnxEngineTest() {
        super("onnx");
    }
}
