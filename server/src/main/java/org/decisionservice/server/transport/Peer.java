// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.socket.PeerInfo;
import java.net.SocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.Optional;

/** The client of a connection, which gives a request access to its connection. */
record Peer(PeerInfo info, Connection connection) implements PeerInfo {
    @Override
    public SocketAddress address() {
        return info.address();
    }

    @Override
    public String host() {
        return info.host();
    }

    @Override
    public int port() {
        return info.port();
    }

    @Override
    public Optional<Principal> tlsPrincipal() {
        return info.tlsPrincipal();
    }

    @Override
    public Optional<Certificate[]> tlsCertificates() {
        return info.tlsCertificates();
    }
}
