// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

/** The reference engine keeps the contract that other engines are tested with. */
class ReferenceEngineTest extends EngineContractTest {
    ReferenceEngineTest() {
        super("reference");
    }
}
