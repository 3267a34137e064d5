// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.http.ServerRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import org.decisionservice.server.admission.Caller;

/**
 * The client of a connection. It is what Helidon hands out as a request's peer, which is how a request finds its
 * connection. On a listener that {@link Connections} did not set up, nothing is known of the connection.
 */
public final class Client implements Caller, PeerInfo {
    /** The half of an IPv6 address that names a network, in bytes. */
    private static final int NETWORK = 8;

    private final PeerInfo peer;
    private final Optional<Connection> connection;

    Client(PeerInfo peer, Optional<Connection> connection) {
        this.peer = peer;
        this.connection = connection;
    }

    /** The client of {@code request}. */
    public static Client of(ServerRequest request) {
        PeerInfo peer = request.remotePeer();
        return peer instanceof Client client ? client : new Client(peer, Optional.empty());
    }

    @Override
    public String countedAs() {
        return peer.address() instanceof InetSocketAddress socket && socket.getAddress() != null
                ? shared(socket.getAddress())
                : "";
    }

    /** The address itself, or of an IPv6 address the network, because a host commonly has all addresses of one. */
    static String shared(InetAddress address) {
        return address instanceof Inet6Address
                ? HexFormat.ofDelimiter(":").formatHex(Arrays.copyOf(address.getAddress(), NETWORK))
                : address.getHostAddress();
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
    public OptionalLong lingering() {
        return connection.map(Connection::lingering).orElse(OptionalLong.empty());
    }

    @Override
    public boolean stalls() {
        return connection.filter(Connection::stalls).isPresent();
    }

    @Override
    public void dismiss() {
        connection.ifPresent(Connection::dismiss);
    }

    /** Begins to receive a body, until {@link #received}. */
    void receives(Incoming body) {
        connection.ifPresent(open -> open.receives(Optional.of(body)));
    }

    /** Ends what {@link #receives} began. */
    void received() {
        connection.ifPresent(open -> open.receives(Optional.empty()));
    }

    @Override
    public SocketAddress address() {
        return peer.address();
    }

    @Override
    public String host() {
        return peer.host();
    }

    @Override
    public int port() {
        return peer.port();
    }

    @Override
    public Optional<Principal> tlsPrincipal() {
        return peer.tlsPrincipal();
    }

    @Override
    public Optional<Certificate[]> tlsCertificates() {
        return peer.tlsCertificates();
    }
}
