// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** Helidon's context of a connection, with our own reader and writer, and with the {@link Client} as its peer. */
record FramedContext(ConnectionContext context, PeerInfo remotePeer, DataReader dataReader, DataWriter dataWriter)
        implements ConnectionContext {

    static FramedContext of(ConnectionContext context, Connection connection, int longestChunk) {
        AnswerWriter answers = new AnswerWriter(context.dataWriter(), connection);
        return new FramedContext(
                context,
                new Client(context.remotePeer(), Optional.of(connection)),
                new FramedReader(new RequestBytes(connection, answers, longestChunk)),
                answers);
    }

    @Override
    public ListenerContext listenerContext() {
        return context.listenerContext();
    }

    @Override
    public ExecutorService executor() {
        return context.executor();
    }

    @Override
    public Router router() {
        return context.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
        return context.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
        return context.serverSocket();
    }

    @Override
    public PeerInfo localPeer() {
        return context.localPeer();
    }

    @Override
    public boolean isSecure() {
        return context.isSecure();
    }

    @Override
    public String socketId() {
        return context.socketId();
    }

    @Override
    public String childSocketId() {
        return context.childSocketId();
    }
}
