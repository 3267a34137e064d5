// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Sends a recorded request over its own socket, byte for byte, and reads the answer. Loopback only. */
final class GoldenClient {
    private static final int PIECE = 65_536;

    private final int port;

    GoldenClient(int port) {
        this.port = port;
    }

    /** {@code headers} by lower-case name; {@code body} decoded from UTF-8. */
    record Response(int status, Map<String, String> headers, String body) {}

    Response send(GoldenCase request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            OutputStream out = socket.getOutputStream();
            out.write(head(request).getBytes(StandardCharsets.ISO_8859_1));
            try {
                body(request, out);
                out.flush();
            } catch (SocketException _) {
                // The request was refused before the whole body was read, but the answer may still be there.
            }
            return read(new BufferedInputStream(socket.getInputStream()), request.method());
        }
    }

    private static String head(GoldenCase request) {
        StringBuilder head =
                new StringBuilder(request.method() + " " + request.path() + " HTTP/1.1\r\nHost: localhost\r\n");
        request.headers().forEach(h -> head.append(h.getKey() + ": " + h.getValue() + "\r\n"));
        if (request.headers().stream().noneMatch(h -> h.getKey().equalsIgnoreCase("connection"))) {
            head.append("Connection: close\r\n");
        }
        if (request.chunked()) {
            head.append("Transfer-Encoding: chunked\r\n");
        } else if (request.body().isPresent() || !request.method().equals("GET")) {
            head.append("Content-Length: " + request.body().orElse("").length() + "\r\n");
        }
        return head.append("\r\n").toString();
    }

    private static void body(GoldenCase request, OutputStream out) throws IOException {
        byte[] bytes = request.body().orElse("").getBytes(StandardCharsets.ISO_8859_1);
        for (int at = 0; at < bytes.length; at += PIECE) {
            int length = Math.min(PIECE, bytes.length - at);
            if (request.chunked()) {
                out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            }
            out.write(bytes, at, length);
            if (request.chunked()) {
                out.write("\r\n".getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        if (request.chunked()) {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private static Response read(InputStream in, String method) throws IOException {
        int status = Integer.parseInt(line(in).split(" ", 3)[1]);
        Map<String, String> headers = new HashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        if (status == 100) {
            return read(in, method);
        }
        byte[] body;
        if (method.equals("HEAD")) {
            body = new byte[0];
        } else if ("chunked".equals(headers.get("transfer-encoding"))) {
            body = chunks(in);
        } else if (headers.containsKey("content-length")) {
            body = in.readNBytes(Integer.parseInt(headers.get("content-length")));
        } else {
            body = in.readAllBytes();
        }
        return new Response(status, headers, new String(body, StandardCharsets.UTF_8));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int length = chunkLength(in); length > 0; length = chunkLength(in)) {
            body.write(in.readNBytes(length));
            line(in);
        }
        return body.toByteArray();
    }

    private static int chunkLength(InputStream in) throws IOException {
        return Integer.parseInt(line(in).strip(), 16);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended inside a line: " + line);
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
