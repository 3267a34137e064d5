package org.decisionservice.engine.pytorch;

import org.decisionservice.engine.testkit.EngineContractTest;

class PytorchEngineTest extends EngineContractTest {
    PytorchEngineTest() {
        super("pytorch");
    }
}
