// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The proxies that other programs of a machine read from the environment. */
class EnvironmentProxiesTest {
    private static final URI HUB = URI.create("https://hub.example/x");

    private static String proxy(Map<String, String> environment, URI uri) {
        Proxy proxy = new EnvironmentProxies(environment).select(uri).getFirst();
        return proxy.address() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort()
                : "none";
    }

    @ParameterizedTest
    @CsvSource({
        "HTTPS_PROXY, http://proxy:3128, https://hub.example, proxy:3128",
        "https_proxy, http://proxy:3128/, https://hub.example, proxy:3128",
        "HTTPS_PROXY, proxy:3128, https://hub.example, proxy:3128",
        "HTTPS_PROXY, http://proxy, https://hub.example, proxy:80",
        "HTTPS_PROXY, http://proxy:3128, http://hub.example, none",
        "http_proxy, http://proxy:3128, http://hub.example, proxy:3128",
        "ALL_PROXY, http://proxy:3128, https://hub.example, proxy:3128",
    })
    void aProxyIsForItsScheme(String name, String value, URI uri, String expected) {
        assertThat(proxy(Map.of(name, value), uri)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "*, none",
        "hub.example, none",
        ".example, none",
        "'a.b, example', none",
        "*.example, none",
        "hub.example:443, proxy:3128",
        "ub.example, proxy:3128",
        "'', proxy:3128",
    })
    void someHostsAreAskedDirectly(String direct, String expected) {
        assertThat(proxy(Map.of("HTTPS_PROXY", "http://proxy:3128", "NO_PROXY", direct), HUB))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks5://proxy:1080", "https://proxy:443", "http://me:s3cret@proxy:3128", "a b"})
    void aProxyThatCannotBeUsedIsNamedWithoutItsPassword(String value) {
        EnvironmentProxies proxies = new EnvironmentProxies(Map.of("HTTPS_PROXY", value));
        assertThat(proxies.named()).isEmpty();
        assertThat(proxies.notUsed())
                .singleElement()
                .satisfies(said -> assertThat(said).startsWith("HTTPS_PROXY").doesNotContain("s3cret"));
    }

    @Test
    void withoutTheVariablesThereIsNone() {
        assertThat(new EnvironmentProxies(Map.of("NO_PROXY", "*")).named()).isEmpty();
        assertThat(HubSettingsTest.read(Map.of("HTTPS_PROXY", "http://proxy:3128"))
                        .proxies())
                .isPresent();
    }
}
