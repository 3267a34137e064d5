// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * One open connection, registered with {@link Connections} while Helidon serves it. Its own thread serves it; other
 * threads look at its phase and close it.
 */
final class Connection implements ServerConnection, InterruptableTask<Void> {
    private static final System.Logger LOG = System.getLogger(Connection.class.getName());

    /** Time that a client may take over an answer while other requests wait for its slot. */
    private static final Duration LINGERING = Duration.ofSeconds(2);

    /** Time that a body may take then, however slowly it comes. */
    private static final Duration RECEIVING = Duration.ofSeconds(1);

    /** A body of a client that is not slow has come by then. */
    private static final Duration STALLING = Duration.ofMillis(250);

    private final HelidonSocket socket;
    private final Connections connections;
    private final LongSupplier nanoTime;
    private final Arrivals arrivals;
    private final ServerConnection served;
    private Runnable ending = () -> {};

    // All below are guarded by this connection's monitor.
    private Phase phase = Phase.SILENT;
    /** When the phase began, in nanoseconds of the connection's clock. */
    private long since;
    /** Nanoseconds that finished writes of the current answer took. */
    private long waited;
    /** Bytes of all its writes, the one in progress included. */
    private long sent;

    private Optional<Incoming> incoming = Optional.empty();
    /** When the body in {@link #incoming} began to be received. */
    private long receivingSince;

    /**
     * @param nanoTime has the contract of {@link System#nanoTime()}
     * @param serving returns Helidon's side of this connection
     */
    Connection(
            HelidonSocket socket,
            Connections connections,
            LongSupplier nanoTime,
            Function<Connection, ServerConnection> serving) {
        this.socket = socket;
        this.connections = connections;
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
        this.arrivals = new Arrivals(socket);
        this.served = serving.apply(this);
    }

    Arrivals arrivals() {
        return arrivals;
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        connections.add(this);
        try {
            try {
                served.handle(limit);
            } finally {
                ending.run();
            }
        } finally {
            connections.remove(this);
        }
    }

    @Override
    public Duration idleTime() {
        return served.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
        served.close(interrupt);
    }

    /** Helidon calls this for the connections that it stops. */
    @Override
    public boolean canInterrupt() {
        return served instanceof InterruptableTask<?> task && task.canInterrupt();
    }

    /** Sets what its thread does when it is served, before its socket is closed. */
    void endWith(Runnable last) {
        ending = last;
    }

    /** Now, in nanoseconds of its clock. */
    long now() {
        return nanoTime.getAsLong();
    }

    /** Begins a phase; another request's answer follows. */
    synchronized void enter(Phase next) {
        phase = next;
        since = nanoTime.getAsLong();
        waited = 0;
        sent = 0;
    }

    /** Begins to write that many bytes of an answer. */
    synchronized void beginWrite(long bytes) {
        phase = Phase.WRITING;
        since = nanoTime.getAsLong();
        sent += bytes;
    }

    /** Ends what {@link #beginWrite} began. */
    synchronized void endWrite() {
        long now = nanoTime.getAsLong();
        waited = writing(now);
        phase = Phase.REQUEST;
        since = now;
    }

    /** Whether it has a request whose answer is not written yet. */
    synchronized boolean inRequest() {
        return phase == Phase.REQUEST || phase == Phase.WRITING;
    }

    /** Whether its phase has lasted longer than {@code limits} allow. */
    synchronized boolean overdue(ConnectionLimits limits, long now) {
        return beyond(now - since, phase.limit(limits)) >= 0
                || (phase == Phase.WRITING && limits.leastRate().behind(sent, writing(now)));
    }

    /** Nanoseconds by which it has waited longer than it may when others need its place; negative if it has not. */
    synchronized long dispensable(long now) {
        return beyond(phase == Phase.WRITING ? writing(now) : now - since, phase.patience());
    }

    /** Begins to receive a body, or ends that. */
    synchronized void receives(Optional<Incoming> body) {
        incoming = body;
        receivingSince = nanoTime.getAsLong();
    }

    /**
     * Bytes per second at which its client sends its body or reads its answer; empty unless it takes longer over that
     * than it may while others want its slot.
     */
    synchronized OptionalLong lingering() {
        long now = nanoTime.getAsLong();
        if (phase == Phase.WRITING && writing(now) > LINGERING.toNanos()) {
            return OptionalLong.of(perSecond(sent, writing(now)));
        }
        return slowUpload(now, RECEIVING);
    }

    /** Whether its client sends its body so slowly that it lingers, or will in a moment. */
    synchronized boolean stalls() {
        return slowUpload(nanoTime.getAsLong(), STALLING).isPresent();
    }

    private OptionalLong slowUpload(long now, Duration grace) {
        long taken = now - receivingSince;
        if (incoming.isEmpty() || taken <= grace.toNanos()) {
            return OptionalLong.empty();
        }
        long rate = perSecond(incoming.get().bytes().getAsLong(), taken);
        return rate < Incoming.LEAST_RATE && !connections.allowAnyRate() ? OptionalLong.of(rate) : OptionalLong.empty();
    }

    private static long perSecond(long bytes, long nanos) {
        return (long) (bytes * 1e9 / nanos);
    }

    /** Makes its request give its slot up. */
    void dismiss() {
        Optional<Incoming> body;
        synchronized (this) {
            body = incoming;
        }
        body.map(Incoming::refusal).orElse(this::close).run();
    }

    /** Nanoseconds that all writes of the current answer have taken until {@code now}. */
    private long writing(long now) {
        return phase == Phase.WRITING ? waited + now - since : waited;
    }

    private static long beyond(long nanos, Optional<Duration> limit) {
        return limit.map(duration -> nanos - duration.toNanos()).orElse(-1L);
    }

    /** Closes the socket, whatever the connection is doing; the threads that read and write it notice by themselves. */
    void close() {
        try {
            socket.close();
        } catch (UncheckedIOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the connection was closed already", e);
        }
    }
}
