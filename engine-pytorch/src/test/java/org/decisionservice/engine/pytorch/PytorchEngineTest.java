// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import org.decisionservice.engine.testkit.EngineContractTest;
import org.decisionservice.engine.testkit.LongRowContract;

class PytorchEngineTest extends EngineContractTest implements LongRowContract {
    PytorchEngineTest() {
        super("pytorch");
    }
}
