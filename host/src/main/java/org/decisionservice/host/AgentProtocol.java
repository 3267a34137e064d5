// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.decisionservice.contract.DecisionRoute;

/**
 * A protocol of agents over the service's decisions. It is in a jar of its own, with its libraries, in a folder of
 * {@code commands/}. It is found by {@link java.util.ServiceLoader}, and nothing of it is loaded unless a setting names
 * it. Safe for any number of threads.
 */
public interface AgentProtocol {
    /** The word that names it, such as {@code mcp}. */
    String name();

    /**
     * Answers a body that a client posted, whatever it holds.
     *
     * @param decisions answers what the body asks; its exceptions that are no refusals are passed on
     */
    Reply answer(Posted posted, Decisions decisions);

    /**
     * A body that a client posted.
     *
     * @param body plain and complete
     * @param headers the value of a header by its name; the values of one that was sent several times are joined
     * @param sender tells apart clients that have keys of their own
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Posted(byte[] body, Function<String, Optional<String>> headers, String sender) {}

    /**
     * The answer to a post.
     *
     * @param headers by name
     * @param body JSON; no bytes if there is nothing to say
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Reply(int status, Map<String, String> headers, byte[] body) {}

    /** Answers what one post asks. */
    interface Decisions {
        /** The version of the service. */
        String version();

        /**
         * Answers the body of a request to {@code route} as the service does. It waits on the calling thread.
         *
         * @return the body of the answer
         * @throws org.decisionservice.api.RefusedException if the request is refused
         * @throws java.util.concurrent.CancellationException after {@link #cancel}
         */
        byte[] ask(DecisionRoute route, byte[] body);

        /** Says what the answer to the body of a single request would take; as {@link #ask}. */
        byte[] plan(byte[] body);

        /** The body of {@code /health}. */
        byte[] health();

        /** Gives up what is asked, and what will be. For any thread. */
        void cancel();
    }
}
