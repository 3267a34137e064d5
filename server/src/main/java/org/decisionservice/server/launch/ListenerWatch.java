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
 * Notices that a port is no longer listened on. Helidon ends a listener whose {@code accept} fails, and tells nobody:
 * the server says that it is running. So this connects, as a client would, and lets go of the connection again.
 */
final class ListenerWatch implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    /** Far below the time after which the system itself gives up, which Java reports as it does a refusal. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final int REFUSALS = 2;

    /** What knocking at an address came to. */
    enum Answer {
        LISTENING,
        REFUSED,
        /** Nothing in time, or this process could not even ask, say for want of file descriptors. */
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
     * Watches nothing before {@link #start}.
     *
     * @param nobodyListens is told of an address that was listened on and is not any more
     * @param period from the end of one round to the next
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

    /** Goes round on a thread of its own from now on. */
    ListenerWatch start() {
        thread.start();
        return this;
    }

    /** Asks no more, and tells nothing of what is asked right now. Idempotent. */
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

    /** Knocks at every address once. */
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

    /** One address. */
    static final class Door {
        private final InetSocketAddress address;
        private boolean wasOpen;
        private int refusals;

        Door(InetSocketAddress address) {
            this.address = address;
        }

        /**
         * Whether nobody listens any more: refused several times in a row after it was open. A firewall that lets
         * nobody in from this machine refuses from the beginning.
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
