// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientTest {
    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "192.0.2.1, ::ffff:192.0.2.1, true",
        "2001:db8:1:2::1, 2001:db8:1:2:ffff:ffff:ffff:ffff, true",
        "2001:db8:1:2::1, 2001:db8:1:3::1, false",
        "::1, 127.0.0.1, false",
    })
    void equalAddressesAndOneIpv6NetworkCountAsOneClient(String one, String other, boolean same) {
        String first = Client.shared(InetAddress.ofLiteral(one));
        assertThat(first.equals(Client.shared(InetAddress.ofLiteral(other)))).isEqualTo(same);
    }
}
