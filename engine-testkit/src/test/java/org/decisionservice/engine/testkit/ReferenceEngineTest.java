// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

/** The oracle keeps the contract it judges others by. */
class ReferenceEngineTest extends EngineContractTest {
    ReferenceEngineTest() {
        super("reference");
    }
}
