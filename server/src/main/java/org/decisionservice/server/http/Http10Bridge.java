package org.decisionservice.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Turns the first request of an HTTP/1.0 connection into an HTTP/1.1 one that asks for the connection to be closed.
 * Helidon refuses HTTP/1.0, which reverse proxies and load balancers' health checks still speak by default.
 */
final class Http10Bridge {
    private static final String VERSION = " HTTP/1.0\r\n";

    private Http10Bridge() {}

    /** {@code received} starts with a connection's first byte; what is not HTTP/1.0 is returned as it is. */
    static byte[] translate(byte[] received) {
        int lineEnd = 0;
        while (lineEnd < received.length && received[lineEnd] != '\n') {
            lineEnd++;
        }
        int versionStart = lineEnd + 1 - VERSION.length();
        if (lineEnd == received.length
                || versionStart <= 0
                || !new String(received, versionStart, VERSION.length(), StandardCharsets.US_ASCII).equals(VERSION)) {
            return received;
        }
        String rest = new String(received, lineEnd + 1, received.length - lineEnd - 1, StandardCharsets.ISO_8859_1);
        int headEnd = rest.indexOf("\r\n\r\n");
        String headers = "\n" + (headEnd < 0 ? rest : rest.substring(0, headEnd)).toLowerCase(Locale.ROOT);
        // HTTP/1.1 demands a Host, HTTP/1.0 did not know one
        String host =
                headers.contains("\nhost:") || (headEnd < 0 && !rest.startsWith("\r\n")) ? "" : "Host: localhost\r\n";

        ByteArrayOutputStream translated = new ByteArrayOutputStream(received.length + 64);
        translated.write(received, 0, versionStart);
        translated.writeBytes((" HTTP/1.1\r\nConnection: close\r\n" + host).getBytes(StandardCharsets.US_ASCII));
        translated.write(received, lineEnd + 1, received.length - lineEnd - 1);
        return translated.toByteArray();
    }
}
