// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.config.SettingsReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses that cannot be listened on, and whether they may be later. */
class ListeningTest {
    private static void expect(int status, String host, int port) {
        Map<String, String> variables = Map.of("SERVICE_HOST", host, "SERVICE_PORT", Integer.toString(port));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Listening.check(SettingsReader.read(variables, Path.of("there-is-no-such-file.yaml"))
                        .listen()))
                .withMessageStartingWith("SERVICE_HOST")
                .satisfies(e -> assertThat(e.exitStatus()).isEqualTo(status));
    }

    @Test
    void aPortMayBecomeFree() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            expect(75, "127.0.0.1", other.getLocalPort());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, 75", // an address of no interface yet
        "no-such-host.invalid, 75", // a name that a name server may know once it is there
        "300.1.1.1, 2", // no address at all
    })
    void anAddressMayBecomeThisMachines(String host, int status) {
        expect(status, host, 0);
    }

    /** Both are free when they are tried, one after the other, and always will be. */
    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.0.0.1", "0.0.0.0, 127.0.0.1", "127.0.0.1, 0.0.0.0", "::, 127.0.0.1"})
    void onePortForBothListenersIsRefused(String host, String admin) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> check(host, 8000, admin, 8000))
                .withMessage("SERVICE_ADMIN_PORT: 8000 is SERVICE_PORT as well; the operator's port is one of its own,"
                        + " such as 8081")
                .satisfies(e -> assertThat(e.exitStatus()).isEqualTo(2));
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 8000, 127.0.0.2, 8000", "127.0.0.1, 8000, 127.0.0.1, 8081", "0.0.0.0, 0, 0.0.0.0, 0"})
    void twoPortsOrAddressesAreNot(String host, int port, String admin, int adminPort) {
        assertThatCode(() -> check(host, port, admin, adminPort)).doesNotThrowAnyException();
    }

    private static void check(String host, int port, String adminHost, int adminPort) {
        Settings settings = SettingsReader.read(
                Map.of(
                        "SERVICE_HOST",
                        host,
                        "SERVICE_PORT",
                        Integer.toString(port),
                        "SERVICE_ADMIN_PASSWORD",
                        "secret",
                        "SERVICE_ADMIN_PORT",
                        adminHost + ":" + adminPort),
                Path.of("there-is-no-such-file.yaml"));
        Listening.check(settings.listen(), settings.admin().orElseThrow());
    }
}
