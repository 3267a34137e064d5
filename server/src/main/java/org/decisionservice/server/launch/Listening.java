// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.access.BindHost;
import org.decisionservice.server.config.Settings;

/**
 * Checks the address to listen on before the checkpoints are loaded, so that nobody waits for the load only to learn
 * that the port is taken.
 */
final class Listening {
    private static final System.Logger LOG = System.getLogger(Listening.class.getName());
    private static final String PUBLIC = "SERVICE_HOST, SERVICE_PORT";
    private static final String OPERATORS = "SERVICE_ADMIN_PORT";
    private static final String TAKEN = "something else took it meanwhile";

    /** The system's words for a port that this user may not open, which stays so. */
    private static final String FORBIDDEN = "Permission denied";

    private Listening() {}

    /**
     * Binds the address and releases it again.
     *
     * @throws ConfigurationException naming the variable if that is not possible
     */
    static void check(Settings.Listen listen) {
        check("SERVICE_HOST", PUBLIC, listen.host(), listen.port());
    }

    /** Checks the operator's port in the same way. */
    static void check(Settings.Admin listen) {
        check(OPERATORS, OPERATORS, listen.host(), listen.port());
    }

    /** Warns of a service that others than this machine can ask without a key; {@code open} says that there is none. */
    static void warn(Settings.Listen listen, boolean open) {
        if (open && !BindHost.isLoopback(listen.host())) {
            LOG.log(
                    WARNING,
                    "everybody who reaches {0} may ask: there is no key; set SERVICE_API_KEY, or SERVICE_HOST=127.0.0.1",
                    listen.host());
        }
    }

    /**
     * Compares both addresses, each of which may be free.
     *
     * @throws ConfigurationException if one of them takes the port of the other, now and at every further start
     */
    static void check(Settings.Listen listen, Settings.Admin admin) {
        boolean same = listen.host().equals(admin.host()) || isAny(listen.host()) || isAny(admin.host());
        if (listen.port() != 0 && listen.port() == admin.port() && same) {
            throw new ConfigurationException("SERVICE_ADMIN_PORT: " + admin.port()
                    + " is SERVICE_PORT as well; the operator's port is one of its own, such as 8081");
        }
    }

    private static boolean isAny(String host) {
        InetAddress address = new InetSocketAddress(host, 0).getAddress();
        return address != null && address.isAnyLocalAddress();
    }

    private static void check(String hostVariable, String variables, String name, int port) {
        InetAddress host;
        try {
            host = InetAddress.getByName(name);
        } catch (UnknownHostException e) {
            String text = hostVariable + ": '" + name
                    + "' is not known; it takes an address of this machine such as 0.0.0.0 or 127.0.0.1";
            throw isAddress(name) ? new ConfigurationException(text) : ConfigurationException.forNow(text);
        }
        try (ServerSocket socket = new ServerSocket()) {
            // A port that the previous run has just released counts as free.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            throw reason.contains(FORBIDDEN)
                    ? new ConfigurationException(unavailable(variables, name, port, reason))
                    : ConfigurationException.forNow(unavailable(variables, name, port, reason));
        }
    }

    /** Whether a name that is not known is an address with a mistake: no name server will ever know it. */
    private static boolean isAddress(String name) {
        return name.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.' || c == ':');
    }

    /**
     * Returns the address at which this machine reaches its own port that listens on {@code name}.
     *
     * @param name an address or a name that {@link #check(Settings.Listen)} has accepted
     */
    static InetSocketAddress reached(String name, int port) {
        InetSocketAddress bound = new InetSocketAddress(name, port);
        InetAddress host = bound.getAddress();
        if (host == null || !host.isAnyLocalAddress()) {
            return bound;
        }
        return new InetSocketAddress(host instanceof Inet6Address ? "::1" : "127.0.0.1", port);
    }

    static ConfigurationException taken(Settings.Listen listen) {
        return ConfigurationException.forNow(unavailable(PUBLIC, listen.host(), listen.port(), TAKEN));
    }

    static ConfigurationException taken(Settings.Admin listen) {
        return ConfigurationException.forNow(unavailable(OPERATORS, listen.host(), listen.port(), TAKEN));
    }

    private static String unavailable(String variables, String host, int port, String reason) {
        return variables + ": cannot listen on " + host + " port " + port + " (" + reason
                + "); stop what listens there or choose another port";
    }
}
