// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;

/** A socket that can only be closed. */
final class FakeSocket implements HelidonSocket {
    private boolean closed;

    @Override
    public void close() {
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
