// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/** A socket that can only be closed, and a connection that is never served. */
final class FakeSocket implements HelidonSocket, ServerConnection {
    private boolean closed;

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void handle(Limit limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration idleTime() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close(boolean interrupt) {
        closed = true;
    }

    @Override
    public boolean isConnected() {
        return !closed;
    }

    @Override
    public void idle() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(BufferData buffer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void write(BufferData buffer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public byte[] get() {
        throw new UnsupportedOperationException();
    }

    @Override
    public PeerInfo remotePeer() {
        throw new UnsupportedOperationException();
    }

    @Override
    public PeerInfo localPeer() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public String socketId() {
        return "server";
    }

    @Override
    public String childSocketId() {
        return "client";
    }
}
