package org.decisionservice.server.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import org.decisionservice.server.config.ConfigurationException;
import org.decisionservice.server.config.Settings;

/** The address to listen on, tried before the checkpoints are loaded: a taken port is not worth that wait. */
final class Listening {
    private Listening() {}

    /**
     * Binds the address and lets go of it again.
     *
     * @throws ConfigurationException naming the variable where that cannot be
     */
    static void check(Settings.Listen listen) {
        InetAddress host;
        try {
            host = InetAddress.getByName(listen.host());
        } catch (UnknownHostException e) {
            throw new ConfigurationException("SERVICE_HOST: '" + listen.host()
                    + "' is not known; it takes an address of this machine such as 0.0.0.0 or 127.0.0.1");
        }
        try (ServerSocket socket = new ServerSocket()) {
            // A port that the last run has just left is free.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, listen.port()));
        } catch (IOException e) {
            throw unavailable(listen, String.valueOf(e.getMessage()));
        }
    }

    static ConfigurationException unavailable(Settings.Listen listen, String reason) {
        return new ConfigurationException("SERVICE_HOST, SERVICE_PORT: cannot listen on " + listen.host() + " port "
                + listen.port() + " (" + reason + "); stop what listens there or choose another port");
    }
}
