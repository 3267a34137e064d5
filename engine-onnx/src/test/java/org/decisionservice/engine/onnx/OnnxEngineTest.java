package org.decisionservice.engine.onnx;

import org.decisionservice.engine.testkit.EngineContractTest;

class OnnxEngineTest extends EngineContractTest {
    OnnxEngineTest() {
        super("onnx");
    }
}
