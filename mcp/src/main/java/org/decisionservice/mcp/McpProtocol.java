// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.decisionservice.host.AgentProtocol;

/**
 * The protocol's transport "streamable HTTP": every post is answered for itself, with JSON, so any instance of a
 * service can answer it. The name of a session is all that a client is given, and nothing is kept for it: it tells
 * whose calls a cancellation is about. Safe for any number of threads.
 */
public final class McpProtocol implements AgentProtocol {
    private final Map<Call, Decisions> underWay = new ConcurrentHashMap<>();

    /** A call of a client; ids are unique within a session. */
    record Call(String sender, String session, Object id) {}

    @Override
    public String name() {
        return "mcp";
    }

    @Override
    public Reply answer(Posted posted, Decisions decisions) {
        return new Post(posted, decisions, underWay).reply();
    }
}
