// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.EngineContractTest;
import org.decisionservice.engine.testkit.LongRowContract;

/** Runs the engine contract in bfloat16, on every processor. */
class Bfloat16EngineTest extends EngineContractTest implements LongRowContract {
    Bfloat16EngineTest() {
        super(new OnEveryProcessor(false), Precision.BF16);
    }
}
