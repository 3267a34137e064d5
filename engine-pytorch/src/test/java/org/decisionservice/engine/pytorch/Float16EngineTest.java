// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.EngineContractTest;
import org.decisionservice.engine.testkit.LongRowContract;

/** Runs the engine contract as a GPU computes it in 16 bits, on the CPU. */
class Float16EngineTest extends EngineContractTest implements LongRowContract {
    Float16EngineTest() {
        super(new OnEveryProcessor(true), Precision.FP16);
    }
}
