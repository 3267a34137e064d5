// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.util.Set;
import org.decisionservice.server.transport.framing.RequestHead;

/** Uses Helidon's HTTP/1 for every connection, between our reader and our writer. */
final class Http1Selector implements ServerConnectionSelector {

    /** More than any head that {@link RequestHead} accepts can have after it is rewritten. */
    private static final int HEADERS = 2 * RequestHead.MAX_FIELDS;

    private final ServerConnectionSelector http1 = Http1ConnectionSelector.builder()
            .config(Http1Config.builder()
                    .maxPrologueLength(FramedReader.REQUEST_LINE)
                    .maxHeadersSize(HEADERS)
                    .build())
            .build();

    private final Connections connections;
    private final int longestChunk;

    Http1Selector(Connections connections, int longestChunk) {
        this.connections = connections;
        this.longestChunk = longestChunk;
    }

    @Override
    public int bytesToIdentifyConnection() {
        return 0;
    }

    @Override
    public Support supports(BufferData data) {
        // Even bytes that are not HTTP get an answer.
        return Support.SUPPORTED;
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http1.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return connections.connection(
                context.serverSocket(),
                connection -> http1.connection(FramedContext.of(context, connection, longestChunk)));
    }
}
