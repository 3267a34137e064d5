// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * HTTP/1.1 over one connection to this machine. It is as cheap as possible, because the client shares the cores with
 * the service it measures.
 */
final class KeptConnection implements AutoCloseable {
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;

    KeptConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    static byte[] get(String path) {
        return ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] post(String path, byte[] body) {
        byte[] head = ("POST " + path
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[head.length + body.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        return request;
    }

    /** Sends a request, reads the whole response and returns the status. */
    int ask(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
        }
        in.skipNBytes(length);
        return status;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the service closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
