// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Detects that a port is no longer listened on. Helidon ends a listener whose {@code accept} fails, and reports it to
 * nobody: the server still claims to be running. This class therefore connects as a client would, and closes the
 * connection again.
 */
final class ListenerWatch implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    /** Far shorter than the system's own timeout, which Java reports in the same way as a refusal. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final int REFUSALS = 2;

    /** The result of connecting to an address. */
    enum Answer {
        LISTENING,
        REFUSED,
        /**
         * No answer in time, or this process could not even try, for example because it has no file descriptors left.
         */
        UNKNOWN
    }

    private final List<Door> doors;
    private final Consumer<InetSocketAddress> nobodyListens;
    private final Duration period;
    private final Duration patience;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("listener-watch").unstarted(this::watch);
    private volatile boolean closed;

    /**
     * Creates a watch, which does nothing before {@link #start}.
     *
     * @param nobodyListens is told of an address that was listened on and no longer is
     * @param period from the end of one round to the start of the next
     * @param patience how long to wait for a connection
     */
    ListenerWatch(
            List<InetSocketAddress> addresses,
            Consumer<InetSocketAddress> nobodyListens,
            Duration period,
            Duration patience) {
        this.doors = addresses.stream().map(Door::new).toList();
        this.nobodyListens = nobodyListens;
        this.period = period;
        this.patience = patience;
    }

    static ListenerWatch start(List<InetSocketAddress> addresses, Consumer<InetSocketAddress> nobodyListens) {
        return new ListenerWatch(addresses, nobodyListens, PERIOD, PATIENCE).start();
    }

    /** Starts a thread that checks all addresses periodically. */
    ListenerWatch start() {
        thread.start();
        return this;
    }

    /** Stops checking; the result of a check in progress is not reported. Idempotent. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void watch() {
        while (!closed) {
            round();
            try {
                Thread.sleep(period);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    /** Tries every address once. */
    void round() {
        for (Door door : doors) {
            if (door.isShut(knock(door.address)) && !closed) {
                nobodyListens.accept(door.address);
            }
        }
    }

    private Answer knock(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, Math.toIntExact(patience.toMillis()));
            return Answer.LISTENING;
        } catch (ConnectException _) {
            return Answer.REFUSED;
        } catch (IOException _) {
            return Answer.UNKNOWN;
        }
    }

    /** The state of one address. */
    static final class Door {
        private final InetSocketAddress address;
        private boolean wasOpen;
        private int refusals;

        Door(InetSocketAddress address) {
            this.address = address;
        }

        /**
         * Whether nobody listens any more: connections were refused several times in a row after one had succeeded. A
         * firewall that blocks connections from this machine refuses them from the beginning.
         */
        boolean isShut(Answer latest) {
            switch (latest) {
                case LISTENING -> {
                    wasOpen = true;
                    refusals = 0;
                }
                case REFUSED -> refusals++;
                case UNKNOWN -> refusals = 0;
            }
            return wasOpen && refusals >= REFUSALS;
        }
    }
}
