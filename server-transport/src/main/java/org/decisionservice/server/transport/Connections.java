// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.WARNING;

import io.helidon.common.socket.HelidonSocket;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.spi.ServerConnection;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.server.transport.framing.ChunkTooLongException;

/**
 * The open connections of one listener. A thread checks them a few times a second and closes those whose phase has
 * lasted too long. Once nearly all permitted connections are open, it also closes connections that are merely waiting,
 * the longest-waiting first. It is a platform thread, so that it continues even if every virtual thread is stuck.
 */
public final class Connections implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Connections.class.getName());
    private static final Duration TICK = Duration.ofMillis(250);
    /** Interval between two checks whether requests are still in flight. */
    private static final Duration LOOK = Duration.ofMillis(5);

    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);
    private static final Duration NEVER = Duration.ofDays(365);

    /**
     * The kernel's buffer for what a client has sent and nobody has read yet. A client sends no more than that in one
     * round trip, so with Helidon's 4 KiB the largest body needs 10 s over a connection of 20 ms. The kernel's own
     * choice would be megabytes for each connection.
     */
    private static final int RECEIVE_BUFFER_BYTES = 128 * 1024;

    private final ConnectionLimits limits;
    private final LongSupplier nanoTime;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private long lastWarning;
    private volatile boolean closed;

    /** For tests, which call {@link #tick} themselves. */
    Connections(ConnectionLimits limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.lastWarning = nanoTime.getAsLong() - BETWEEN_WARNINGS.toNanos();
    }

    /** Creates a set of connections and starts the thread that watches it. */
    public static Connections within(ConnectionLimits limits) {
        Connections connections = new Connections(limits, System::nanoTime);
        Thread.ofPlatform().daemon().name("connections").start(connections::watch);
        return connections;
    }

    /**
     * Sets up the default socket of {@code server} to have its connections here.
     *
     * @param longestChunk maximum length of one chunk of a chunked body, in bytes; a longer one is reported as a
     *     {@link ChunkTooLongException} to the reader of the body
     */
    public void configure(WebServerConfig.BuilderBase<?, ?> server, int longestChunk) {
        server.protocolsDiscoverServices(false)
                .addConnectionSelector(new Http1Selector(this, longestChunk))
                .maxTcpConnections(limits.most())
                .putListenerSocketOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
                // Otherwise the last piece of an answer waits until the client has acknowledged the one before, 40 ms.
                .connectionOptions(options -> options.tcpNoDelay(true))
                // This class closes idle connections, including those that have not sent a byte yet.
                .idleConnectionTimeout(NEVER)
                .idleConnectionPeriod(NEVER);
    }

    Connection connection(HelidonSocket socket, Function<Connection, ServerConnection> serving) {
        return new Connection(socket, this, nanoTime, serving);
    }

    /** Whether clients may be as slow as they like. */
    boolean allowAnyRate() {
        return limits.leastRate().equals(LeastRate.NONE);
    }

    void add(Connection connection) {
        open.add(connection);
    }

    void remove(Connection connection) {
        open.remove(connection);
    }

    /** The number of requests that have been read and whose answers are not written yet. */
    public long inFlight() {
        return open.stream().filter(Connection::inRequest).count();
    }

    /**
     * Waits until no request is in flight. Helidon's own stop closes the port at once, gives requests half a second,
     * and then interrupts them.
     *
     * @param patience maximum time to wait
     * @return whether no request is in flight
     */
    public boolean awaitIdle(Duration patience) {
        long end = nanoTime.getAsLong() + patience.toNanos();
        try {
            while (inFlight() > 0 && nanoTime.getAsLong() - end < 0) {
                TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return inFlight() == 0;
    }

    private void watch() {
        while (!closed) {
            try {
                TimeUnit.NANOSECONDS.sleep(TICK.toNanos());
            } catch (InterruptedException _) {
                return;
            }
            try {
                tick();
            } catch (RuntimeException e) {
                // Without this thread, no connection would be closed any more.
                LOG.log(ERROR, "checking the open connections failed", e);
            }
        }
    }

    /** Closes the connections that are due now. */
    void tick() {
        long now = nanoTime.getAsLong();
        for (Connection connection : open) {
            if (connection.overdue(limits, now)) {
                end(connection);
            }
        }
        // Closes half of them at once, because waiting connections are then accepted by the hundreds.
        if (open.size() > limits.most() - Math.max(1, limits.most() / 8)) {
            makeRoom(open.size() - limits.most() / 2, now);
        }
    }

    /** A connection and its waiting time, which is read only once because the connection may change meanwhile. */
    private record Waiting(Connection connection, long beyond) {}

    private void makeRoom(int wanted, long now) {
        List<Connection> waiting = open.stream()
                .map(connection -> new Waiting(connection, connection.dispensable(now)))
                .filter(connection -> connection.beyond() >= 0)
                .sorted(Comparator.comparingLong(Waiting::beyond).reversed())
                .limit(wanted)
                .map(Waiting::connection)
                .toList();
        waiting.forEach(this::end);
        if (!waiting.isEmpty() && now - lastWarning >= BETWEEN_WARNINGS.toNanos()) {
            lastWarning = now;
            LOG.log(
                    WARNING,
                    "nearly all of {0} connections are in use: closed {1} that were idle or slow",
                    limits.most(),
                    waiting.size());
        }
    }

    private void end(Connection connection) {
        open.remove(connection);
        connection.close();
    }

    /** Stops watching; the connections themselves are closed by their listener. */
    @Override
    public void close() {
        closed = true;
    }
}
