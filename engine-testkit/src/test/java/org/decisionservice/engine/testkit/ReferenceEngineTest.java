package org.decisionservice.engine.testkit;

/** The oracle keeps the contract it judges others by. */
class ReferenceEngineTest extends EngineContractTest {
    ReferenceEngineTest() {
        super("reference");
    }
}
