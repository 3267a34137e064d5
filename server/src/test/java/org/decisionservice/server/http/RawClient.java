// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An HTTP client that sends exactly what it is given, valid or not. */
final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 15_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** Sends text as UTF-8 with its line ends converted to CRLF. */
    RawClient send(String text) throws IOException {
        return send(text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    RawClient send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    /** Sends until everything is sent or the server has closed the connection. */
    RawClient sendUnlessRefused(byte[] bytes) throws IOException {
        try {
            return send(bytes);
        } catch (SocketException _) {
            return this;
        }
    }

    RawResponse post(String path, String json, String... headers) throws IOException {
        return post(path, json.getBytes(StandardCharsets.UTF_8), headers);
    }

    RawResponse post(String path, byte[] body, String... headers) throws IOException {
        head("POST", path, body.length, headers);
        return send(body).receive();
    }

    RawResponse get(String path, String... headers) throws IOException {
        return request("GET", path, headers);
    }

    RawResponse request(String method, String path, String... headers) throws IOException {
        return send(method + " " + path + " HTTP/1.1\nHost: localhost\n" + lines(headers) + "\n")
                .receive(!method.equals("HEAD"));
    }

    RawClient head(String method, String path, long contentLength, String... headers) throws IOException {
        return send(method + " " + path + " HTTP/1.1\nHost: localhost\nContent-Length: " + contentLength + "\n"
                + lines(headers) + "\n");
    }

    private static String lines(String... headers) {
        return headers.length == 0 ? "" : String.join("\n", headers) + "\n";
    }

    /** Whether something has arrived that was not read yet. */
    boolean hasReceived() throws IOException {
        return in.available() > 0;
    }

    RawResponse receive() throws IOException {
        return receive(true);
    }

    private RawResponse receive(boolean withBody) throws IOException {
        String status = line();
        List<String> headers = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            headers.add(line);
        }
        RawResponse head = new RawResponse(Integer.parseInt(status, 9, 12, 10), headers, "");
        int length =
                withBody ? head.header("Content-Length").map(Integer::parseInt).orElse(0) : 0;
        return new RawResponse(head.status(), headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("connection closed after: " + line);
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    /** Whether the server closes the connection, in either of the two ways that TCP offers. */
    boolean closedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException _) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
