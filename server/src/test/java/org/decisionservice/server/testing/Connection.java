// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** One keep-alive connection, reopened only after the server has announced that it closes it. */
public final class Connection implements AutoCloseable {
    /** Far longer than any message may take; exceeding it means a hang. */
    private static final int PATIENCE_MILLIS = 30_000;

    private static final int CHUNK = 1000;

    private final int port;
    private Socket socket = new Socket();
    private InputStream in = InputStream.nullInputStream();
    private boolean open;

    public Connection(int port) {
        this.port = port;
    }

    /** Status, header lines and body of an answer. */
    public static final class Answer {
        private final int status;
        private final List<String> headers;
        private final byte[] body;

        Answer(int status, List<String> headers, byte[] body) {
            this.status = status;
            this.headers = headers;
            this.body = body;
        }

        public int status() {
            return status;
        }

        public boolean hasHeader(String line) {
            return headers.contains(line);
        }

        public byte[] body() {
            return body;
        }
    }

    public Answer exchange(Message message) throws IOException {
        if (!open) {
            socket.close();
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
            open = true;
        }
        try {
            try {
                socket.getOutputStream().write(bytes(message));
            } catch (SocketException _) {
                // The request was refused before its last byte was sent; the answer can still be read.
            }
            return receive();
        } catch (IOException e) {
            open = false;
            throw e;
        }
    }

    private static byte[] bytes(Message message) {
        StringBuilder head =
                new StringBuilder(message.method() + " " + message.path() + " HTTP/1.1\r\nHost: localhost\r\n");
        message.headers().forEach(line -> head.append(line).append("\r\n"));
        head.append(
                message.chunked()
                        ? "Transfer-Encoding: chunked\r\n"
                        : "Content-Length: " + message.body().length + "\r\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ascii(head + "\r\n"));
        if (message.chunked()) {
            for (int at = 0; at < message.body().length; at += CHUNK) {
                int length = Math.min(CHUNK, message.body().length - at);
                out.writeBytes(ascii(HexFormat.of().toHexDigits(length, 4) + "\r\n"));
                out.write(message.body(), at, length);
                out.writeBytes(ascii("\r\n"));
            }
            out.writeBytes(ascii("0\r\n\r\n"));
        } else {
            out.writeBytes(message.body());
        }
        return out.toByteArray();
    }

    private Answer receive() throws IOException {
        int status = Integer.parseInt(line(), 9, 12, 10);
        int length = -1;
        List<String> headers = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            headers.add(line);
            String header = line.toLowerCase(Locale.ROOT);
            if (header.startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            } else if (header.equals("connection: close")) {
                open = false;
            }
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the answer ends after " + body.length + " of " + length + " bytes");
        }
        return new Answer(status, headers, body);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the connection was closed without an answer");
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
