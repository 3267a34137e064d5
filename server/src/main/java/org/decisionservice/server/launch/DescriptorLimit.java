// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static java.lang.System.Logger.Level.WARNING;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.admin.AdminListener;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.transport.ConnectionLimits;

/**
 * The number of files that the process may have open. Every connection counts as one. A listener that cannot open
 * another file stops for good, so there must never be that many connections.
 *
 * @param most empty if the platform does not report it
 */
record DescriptorLimit(OptionalLong most) {
    private static final System.Logger LOG = System.getLogger(DescriptorLimit.class.getName());

    /** The number of connections if the limit allows all of them. */
    private static final int DEFAULT = 1024;

    /** With fewer connections the service would be unusable. */
    private static final int FEWEST = 8;

    /**
     * Descriptors for everything else: about 120 for a service with two engines and their native libraries, the
     * operator's connections, and downloads, each of which takes a socket and a few files.
     */
    private static final int RESERVE = 200 + AdminListener.MOST_CONNECTIONS;

    /** Returns the limit of this process, which Java has raised as far as it may. */
    static DescriptorLimit ofProcess() {
        return new DescriptorLimit(
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? OptionalLong.of(unix.getMaxFileDescriptorCount())
                        : OptionalLong.empty());
    }

    /**
     * Returns the limits on the public port's connections.
     *
     * @throws ConfigurationException if the limit leaves too few
     */
    ConnectionLimits limits(Settings.Connections settings, LeastRate leastRate) {
        return new ConnectionLimits(
                connections(settings.most()), ConnectionLimits.HEAD_TIMEOUT, settings.idleTimeout(), leastRate);
    }

    private int connections(OptionalInt wanted) {
        long room = most.orElse(Long.MAX_VALUE) - RESERVE;
        if (room < FEWEST) {
            throw new ConfigurationException("the limit of " + most.getAsLong()
                    + " open files is too low to serve; raise it to at least " + (RESERVE + FEWEST)
                    + ", for example with ulimit -n "
                    + DEFAULT);
        }
        int connections = wanted.orElse((int) Math.min(DEFAULT, room));
        if (connections > room) {
            LOG.log(
                    WARNING,
                    "SERVICE_MAX_CONNECTIONS: the limit of {1} open files is too low for {0} connections, so at most {2} are open at once;"
                            + " raise the limit, for example with ulimit -n {3}",
                    connections,
                    most.getAsLong(),
                    room,
                    Long.toString(connections + (long) RESERVE));
        }
        return (int) Math.min(connections, room);
    }
}
