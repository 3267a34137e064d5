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

    /** How long a client may take over an answer while other requests wait for its slot. */
    private static final Duration LINGERING = Duration.ofSeconds(2);

    /**
     * A phase, when it began, and how the client has read its answer before that.
     *
     * @param since in nanoseconds of the connection's clock
     * @param waited nanoseconds that finished writes of this answer took
     * @param sent bytes of all its writes, the one in progress included
     */
    private record Stage(Phase phase, long since, long waited, long sent) {
        /** Nanoseconds that all writes of this answer have taken until {@code now}. */
        long writing(long now) {
            return phase == Phase.WRITING ? waited + now - since : waited;
        }
    }

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
        this.stage = new Stage(Phase.SILENT, nanoTime.getAsLong(), 0, 0);
    }

    Arrivals arrivals() {
        return arrivals;
    }

    /** What of the current answer is sent. */
    AnswerPart answer() {
        return answer;
    }

    /** Begins a phase; another request's answer follows. */
    void enter(Phase phase) {
        stage = new Stage(phase, nanoTime.getAsLong(), 0, 0);
    }

    /** Begins to write that many bytes of an answer. */
    void beginWrite(long bytes) {
        Stage before = stage;
        stage = new Stage(Phase.WRITING, nanoTime.getAsLong(), before.waited(), before.sent() + bytes);
    }

    /** Ends what {@link #beginWrite} began. */
    void endWrite() {
        Stage before = stage;
        long now = nanoTime.getAsLong();
        stage = new Stage(Phase.REQUEST, now, before.writing(now), before.sent());
    }

    /** Whether its phase has lasted longer than {@code limits} allow. */
    boolean overdue(ConnectionLimits limits, long now) {
        Stage current = stage;
        return beyond(now - current.since(), current.phase().limit(limits)) >= 0
                || (current.phase() == Phase.WRITING
                        && limits.leastRate().behind(current.sent(), current.writing(now)));
    }

    /** Nanoseconds by which it has waited longer than it may when others need its place; negative if it has not. */
    long dispensable(long now) {
        Stage current = stage;
        long waited = current.phase() == Phase.WRITING ? current.writing(now) : now - current.since();
        return beyond(waited, current.phase().patience());
    }

    /** Whether its client takes longer over its answer than it may while others wait for its slot. */
    boolean lingers() {
        Stage current = stage;
        return current.phase() == Phase.WRITING && current.writing(nanoTime.getAsLong()) > LINGERING.toNanos();
    }

    private static long beyond(long nanos, Optional<Duration> limit) {
        return limit.map(duration -> nanos - duration.toNanos()).orElse(-1L);
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
