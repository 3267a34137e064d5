// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.host.AgentProtocol.Decisions;

/** The service that a call came to over HTTP. */
record PostedSource(Decisions decisions) implements Source {
    @Override
    public byte[] ask(DecisionRoute route, byte[] body) {
        try {
            return decisions.ask(route, body);
        } catch (RefusedException e) {
            throw new ToolException(e.refusal().detail());
        }
    }

    @Override
    public byte[] health() {
        return decisions.health();
    }

    @Override
    public void close() {}
}
