// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.access;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/**
 * Interprets the host that a port is bound to. An address is recognized in every spelling: 127.1,
 * 0:0:0:0:0:0:0:1 and ::ffff:127.0.0.1 are this machine. No name is looked up, because it may mean something else when
 * the port is opened.
 */
public final class BindHost {
    private BindHost() {}

    /** The host as sockets take it: an IPv6 address may be configured in the brackets that a URL needs. */
    public static String withoutBrackets(String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]") && host.contains(":");
        return bracketed ? host.substring(1, host.length() - 1) : host;
    }

    /** Whether only this machine reaches a port that is bound to {@code host}. */
    public static boolean isLoopback(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return Authority.isLocalhost(name)
                || address(host).filter(InetAddress::isLoopbackAddress).isPresent();
    }

    /** The host as it stands in a URL that is opened on this machine. */
    public static String inUrl(String host) {
        if (address(host).filter(InetAddress::isAnyLocalAddress).isPresent()) {
            return "localhost";
        }
        // RFC 6874: the sign before the name of a network interface is an escape.
        return host.contains(":") ? "[" + withoutBrackets(host).replace("%", "%25") + "]" : host;
    }

    private static Optional<InetAddress> address(String host) {
        try {
            return Optional.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
