// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/** Helidon's connection, registered with {@link Connections} while it is handled. */
record WatchedConnection(ServerConnection served, Connection connection, Connections connections)
        implements ServerConnection, InterruptableTask<Void> {

    @Override
    public void handle(Limit limit) throws InterruptedException {
        connections.add(connection);
        try {
            served.handle(limit);
        } finally {
            connections.remove(connection);
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
}
