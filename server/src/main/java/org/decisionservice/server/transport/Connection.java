// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.socket.HelidonSocket;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** One open connection. Its own thread serves it; other threads watch and close it. */
final class Connection {
    private static final System.Logger LOG = System.getLogger(Connection.class.getName());

    /**
     * A phase, and when it began.
     *
     * @param since in nanoseconds of the connection's clock
     */
    private record Stage(Phase phase, long since) {}

    private final HelidonSocket socket;
    private final Arrivals arrivals;
    private final AnswerPart answer = new AnswerPart();
    private final LongSupplier nanoTime;
    private volatile Stage stage;

    /** {@code nanoTime} has the contract of {@link System#nanoTime()}. */
    Connection(HelidonSocket socket, LongSupplier nanoTime) {
        this.socket = socket;
        this.arrivals = new Arrivals(socket);
        this.nanoTime = nanoTime;
        this.stage = new Stage(Phase.SILENT, nanoTime.getAsLong());
    }

    Arrivals arrivals() {
        return arrivals;
    }

    /** What of the current answer is sent. */
    AnswerPart answer() {
        return answer;
    }

    void enter(Phase phase) {
        stage = new Stage(phase, nanoTime.getAsLong());
    }

    /** Whether its phase has lasted longer than {@code limits} allow. */
    boolean overdue(ConnectionLimits limits, long now) {
        Stage current = stage;
        return beyond(current, current.phase().limit(limits), now) >= 0;
    }

    /** Nanoseconds by which it has waited longer than it may when others need its place; negative if it has not. */
    long dispensable(long now) {
        Stage current = stage;
        return beyond(current, current.phase().patience(), now);
    }

    private static long beyond(Stage stage, Optional<Duration> limit, long now) {
        return limit.map(duration -> now - stage.since() - duration.toNanos()).orElse(-1L);
    }

    /** Closes the connection, whatever it is doing; the threads that read and write it notice by themselves. */
    void close() {
        try {
            socket.close();
        } catch (UncheckedIOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection was closed already", e);
        }
    }
}
