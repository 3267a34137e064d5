// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import org.decisionservice.contract.DecisionRoute;

/**
 * The source of answers. Every method waits on the calling thread, and gives up with a {@link
 * java.util.concurrent.CancellationException} if that is interrupted.
 */
interface Source extends AutoCloseable {
    /**
     * Answers the body of a request to {@code route} as the service does.
     *
     * @return the body of the answer
     * @throws ToolException if it is refused, in the words of the refusal
     */
    byte[] ask(DecisionRoute route, byte[] body);

    /**
     * Says what the answer to a single request would take, as {@code POST /v1/systemone/plan} does.
     *
     * @throws ToolException as {@link #ask}, and where requests are not planned
     */
    byte[] plan(byte[] body);

    /** The body of {@code /health}. */
    byte[] health();

    @Override
    void close();

    /** Why a tool has no result, in words for whoever called it. */
    final class ToolException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ToolException(String why) {
            super(why, null, false, false);
        }
    }
}
