// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.logging.Level;
import org.decisionservice.contract.request.StateCleaning;
import org.decisionservice.host.HostSettings;
import org.decisionservice.server.observe.Export;

/**
 * Everything a deployment can choose, validated.
 *
 * @param connections limits on the public port's connections
 * @param admin the operator's port; empty if there is none
 * @param http the options of the decision routes; holds the API key, so no log line may show it
 * @param host what answers
 * @param clean which states are cleaned
 * @param waitingMemory MiB of the heap that admitted requests may take together; empty is half of the largest heap
 * @param decisionLog the decision log; empty writes none
 * @param drift what answers are compared with; empty compares nothing
 * @param shadow what requests are answered with a second time; empty answers them once
 * @param traces where traces are sent; empty sends none
 * @param requestFile the request that a one-shot run answers
 */
public record Settings(
        Listen listen,
        Connections connections,
        Optional<Admin> admin,
        HttpOptions http,
        HostSettings host,
        Clean clean,
        OptionalInt waitingMemory,
        Log log,
        Optional<DecisionLog> decisionLog,
        Optional<Drift> drift,
        Optional<Shadow> shadow,
        Optional<Export> traces,
        Optional<Path> requestFile) {

    /** The same with what cleans states, which is loaded if {@link #clean} names it. */
    public Settings with(StateCleaning cleaning) {
        return new Settings(
                listen,
                connections,
                admin,
                http.with(http.wire().with(cleaning)),
                host,
                clean,
                waitingMemory,
                log,
                decisionLog,
                drift,
                shadow,
                traces,
                requestFile);
    }

    /** Which states are cleaned before anything else reads them. */
    public enum Clean {
        NONE,
        /** The states of a request that asks for it. */
        REQUEST,
        /** All of them, as e-mails, unless a request says otherwise. */
        EMAIL
    }

    /**
     * The address to listen on, and the way to stop.
     *
     * @param port 0 takes a free port
     * @param drain how long it still admits requests after a SIGTERM, when it is no longer ready
     * @param shutdownGrace how long admitted requests may take to finish then
     */
    public record Listen(String host, int port, Duration drain, Duration shutdownGrace) {}

    /**
     * Limits on the connections of the public port, which apply before authentication.
     *
     * @param most maximum number of open connections; empty derives it from the limit on open files
     * @param idleTimeout time without a request after which a connection is closed
     */
    public record Connections(OptionalInt most, Duration idleTimeout) {}

    /**
     * The operator's port.
     *
     * @param port 0 takes a free port
     * @param password required by HTTP Basic; never empty if the host is not a loopback address
     */
    public record Admin(String host, int port, Optional<String> password) {}

    /**
     * The log on standard error: its level, its form, and what it names.
     *
     * @param level least severe level of the service's own lines
     * @param addresses whether the lines of requests have the addresses of their clients
     */
    public record Log(Level level, Format format, boolean addresses) {
        /** The format of a log line. */
        public enum Format {
            /** For people. */
            TEXT,
            /** One object per line, for collectors. */
            JSON
        }
    }

    /**
     * The decision log.
     *
     * @param states whether it holds the text of states, rather than a hash
     */
    public record DecisionLog(Path file, boolean states) {}

    /**
     * The baseline that answers are compared with.
     *
     * @param baseline a frozen baseline, which is read at the start
     * @param window how far back answers count
     */
    public record Drift(Path baseline, Duration window) {}

    /**
     * The weights or files that requests are answered with a second time, after their clients have the answer.
     *
     * @param tried as it is configured
     * @param host what is served, with what differs
     * @param ownWeights whether its weights differ from those that are served
     * @param share of the requests, above 0 and at most 1
     * @param log where both answers go
     */
    public record Shadow(String tried, HostSettings host, boolean ownWeights, double share, DecisionLog log) {}
}
