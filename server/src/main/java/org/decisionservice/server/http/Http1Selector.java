package org.decisionservice.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/** Helidon's HTTP/1, reading through a {@link BoundedDataReader}. */
final class Http1Selector implements ServerConnectionSelector {
    private static final byte[] PREFACE_START = "PRI * HTTP/2.0\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerConnectionSelector http1 = Http1ConnectionSelector.builder()
            .config(Http1Config.create())
            .addUpgrader(Http2Upgrader.create(Http2Config.create()))
            .build();

    @Override
    public int bytesToIdentifyConnection() {
        return http1.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        // Taking everything that is not HTTP/2 lets even nonsense be answered; Helidon would wait for more of it.
        byte[] start = new byte[Math.min(data.available(), PREFACE_START.length)];
        data.read(start);
        boolean preface = Arrays.equals(start, 0, start.length, PREFACE_START, 0, start.length);
        return !preface
                ? Support.SUPPORTED
                : start.length < PREFACE_START.length ? Support.UNKNOWN : Support.UNSUPPORTED;
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http1.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return http1.connection(new BoundedContext(context, new BoundedDataReader(context.dataReader())));
    }
}
