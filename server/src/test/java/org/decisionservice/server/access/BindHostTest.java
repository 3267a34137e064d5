// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BindHostTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.1",
                "127.9.9.9",
                "2130706433",
                "::1",
                "[::1]",
                "0:0:0:0:0:0:0:1",
                "::ffff:127.0.0.1",
                "localhost",
                "LocalHost",
                "decide.localhost"
            })
    void everySpellingOfLoopbackIsLoopback(String host) {
        assertThat(BindHost.isLoopback(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0",
                "::",
                "192.0.2.1",
                "2001:db8::1",
                "::ffff:192.0.2.1",
                "0177.0.0.1",
                "0x7f.0.0.1",
                "127.0.0.1.example",
                "notlocalhost",
                "example"
            })
    void anyOtherHostIsNotLoopback(String host) {
        assertThat(BindHost.isLoopback(host)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "::1, http://[::1]",
        "[::1], http://[::1]",
        "fe80::1%eth0, http://[fe80::1%25eth0]",
        "0.0.0.0, http://localhost",
        "0:0:0:0:0:0:0:0, http://localhost",
        "127.0.0.1, http://127.0.0.1",
        "decide.example, http://decide.example"
    })
    void ipv6AddressesAreBracketedOnceInUrls(String host, String url) {
        assertThat("http://" + BindHost.inUrl(host)).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource({"[::1], ::1", "::1, ::1", "[decide], [decide]", "127.0.0.1, 127.0.0.1"})
    void bracketsAreRemovedForSockets(String configured, String host) {
        assertThat(BindHost.withoutBrackets(configured)).isEqualTo(host);
    }
}
