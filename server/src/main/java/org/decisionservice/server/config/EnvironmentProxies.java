// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The proxies that the environment names, as curl and Python read them; Java itself looks at its properties alone. */
final class EnvironmentProxies extends ProxySelector {
    private static final String ALL = "all_proxy";

    /** By scheme. */
    private final Map<String, InetSocketAddress> proxies = new HashMap<>();

    private final List<String> direct;
    private final List<String> notUsed = new ArrayList<>();

    EnvironmentProxies(Map<String, String> environment) {
        for (String scheme : List.of("http", "https")) {
            variable(environment, scheme + "_proxy")
                    .or(() -> variable(environment, ALL))
                    .ifPresent(named -> add(scheme, named));
        }
        direct = variable(environment, "no_proxy").stream()
                .flatMap(named -> Stream.of(named.getValue().split(",")))
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** The variable in small letters, or else in capitals. */
    private static Optional<Map.Entry<String, String>> variable(Map<String, String> environment, String name) {
        return Stream.of(name, name.toUpperCase(Locale.ROOT))
                .map(each -> Map.entry(each, environment.getOrDefault(each, "").strip()))
                .filter(entry -> !entry.getValue().isEmpty())
                .findFirst();
    }

    private void add(String scheme, Map.Entry<String, String> named) {
        String address = named.getValue().contains("://") ? named.getValue() : "http://" + named.getValue();
        try {
            URI uri = new URI(address);
            if (uri.getHost() != null && uri.getRawUserInfo() == null && "http".equalsIgnoreCase(uri.getScheme())) {
                int port = uri.getPort() < 0 ? 80 : uri.getPort();
                proxies.put(scheme, InetSocketAddress.createUnresolved(uri.getHost(), port));
                return;
            }
        } catch (URISyntaxException _) {
            // Named like any other that cannot be used.
        }
        notUsed.add(named.getKey() + ": the proxy is not used; the hub is asked through one at http://HOST:PORT"
                + " without user and password");
    }

    /** Empty if no proxy is named that can be used. */
    Optional<ProxySelector> named() {
        return proxies.isEmpty() ? Optional.empty() : Optional.of(this);
    }

    /** One line about each proxy that cannot be used. */
    List<String> notUsed() {
        return List.copyOf(notUsed);
    }

    @Override
    public List<Proxy> select(URI uri) {
        InetSocketAddress proxy = proxies.get(String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT));
        return List.of(proxy == null || isDirect(uri) ? Proxy.NO_PROXY : new Proxy(Proxy.Type.HTTP, proxy));
    }

    private boolean isDirect(URI uri) {
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        return direct.stream().anyMatch(name -> {
            String domain = name.startsWith("*.") ? name.substring(2) : name.startsWith(".") ? name.substring(1) : name;
            return name.equals("*")
                    || host.equals(domain)
                    || host.endsWith("." + domain)
                    || domain.equals(host + ":" + uri.getPort());
        });
    }

    @Override
    public void connectFailed(URI uri, SocketAddress proxy, IOException failure) {
        // The request fails with the same exception.
    }
}
