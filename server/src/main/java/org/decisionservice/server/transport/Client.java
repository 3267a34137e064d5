// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.webserver.http.ServerRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.decisionservice.server.admission.Caller;

/**
 * The client of a request. On a listener that {@link Connections} did not set up, nothing is known of its connection.
 */
public final class Client implements Caller {
    /** The half of an IPv6 address that names a network, in bytes. */
    private static final int NETWORK = 8;

    private final String address;
    private final Optional<Connection> connection;

    private Client(String address, Optional<Connection> connection) {
        this.address = address;
        this.connection = connection;
    }

    /** The client of {@code request}. */
    public static Client of(ServerRequest request) {
        Optional<Connection> connection =
                request.remotePeer() instanceof Peer peer ? Optional.of(peer.connection()) : Optional.empty();
        InetAddress address =
                request.remotePeer().address() instanceof InetSocketAddress socket ? socket.getAddress() : null;
        return new Client(address == null ? "" : shared(address), connection);
    }

    /** The address itself, or of an IPv6 address the network, because a host commonly has all addresses of one. */
    static String shared(InetAddress address) {
        return address instanceof Inet6Address
                ? HexFormat.ofDelimiter(":").formatHex(Arrays.copyOf(address.getAddress(), NETWORK))
                : address.getHostAddress();
    }

    @Override
    public String address() {
        return address;
    }

    /**
     * Tells whether the client has closed its connection, or its half of it. Watching begins with the first call, so
     * the first result is rarely true; later calls cost almost nothing. Of a body that is not read yet, up to
     * {@link Arrivals#MOST_AHEAD} bytes are kept until it is; the rest of a longer one hides a departure.
     */
    @Override
    public boolean departed() {
        return connection
                .map(Connection::arrivals)
                .filter(arrivals -> {
                    arrivals.watch();
                    return arrivals.ended();
                })
                .isPresent();
    }

    @Override
    public boolean lingers() {
        return connection.filter(Connection::lingers).isPresent();
    }

    @Override
    public void dismiss() {
        connection.ifPresent(Connection::close);
    }
}
