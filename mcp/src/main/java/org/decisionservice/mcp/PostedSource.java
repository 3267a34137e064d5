// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import java.util.function.Supplier;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.host.AgentProtocol.Decisions;

/** The service that a call came to over HTTP. */
record PostedSource(Decisions decisions) implements Source {
    @Override
    public byte[] ask(DecisionRoute route, byte[] body) {
        return orRefused(() -> decisions.ask(route, body));
    }

    @Override
    public byte[] plan(byte[] body) {
        return orRefused(() -> decisions.plan(body));
    }

    private static byte[] orRefused(Supplier<byte[]> answer) {
        try {
            return answer.get();
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
