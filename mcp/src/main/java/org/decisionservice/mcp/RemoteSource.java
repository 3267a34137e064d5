// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import java.util.concurrent.CancellationException;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.client.DecisionClient;
import org.decisionservice.client.DecisionException;
import org.decisionservice.client.Json;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.Dialect;

/** A running service. */
record RemoteSource(DecisionClient client) implements Source {

    @Override
    public byte[] ask(DecisionRoute route, byte[] body) {
        return post(route.path(), body);
    }

    @Override
    public byte[] plan(byte[] body) {
        return post(Dialect.PLAN, body);
    }

    private byte[] post(String path, byte[] body) {
        try {
            return Json.bytes(client.post(path, (JsonObject) Json.parse(body)));
        } catch (DecisionException e) {
            throw failure(e);
        }
    }

    @Override
    public byte[] health() {
        try {
            return Json.bytes(client.get("/health"));
        } catch (DecisionException e) {
            throw failure(e);
        }
    }

    private static RuntimeException failure(DecisionException e) {
        return e.code() == DecisionException.Code.INTERRUPTED
                ? new CancellationException(e.detail())
                : new ToolException(e.detail());
    }

    @Override
    public void close() {}
}
