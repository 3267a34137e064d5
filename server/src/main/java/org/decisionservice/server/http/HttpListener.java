package org.decisionservice.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.http.DirectHandlers;

/** How the public port is listened on: what has to be settled before there is a request to route. */
public final class HttpListener {
    private HttpListener() {}

    /** Sets error bodies, content codings and connection handling; host, port and routing are the caller's. */
    public static void configure(ListenerConfig.BuilderBase<?, ?> listener) {
        DirectHandlers.Builder errors = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            errors.addHandler(type, new ProtocolErrors());
        }
        listener.directHandlers(errors.build())
                .contentEncoding(new CodedBodies())
                .addConnectionSelector(new Http1Selector());
    }
}
