// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * A request line, checked and rewritten.
 *
 * @param http10 whether the version is HTTP/1.0
 * @param hostFrom where in the line's bytes the host of an absolute target begins
 * @param hostTo where the host ends; {@code hostFrom} if the target is not absolute
 * @param headOnly whether only the head of the answer is asked for
 */
record RequestLine(boolean http10, int hostFrom, int hostTo, boolean headOnly) {
    private static final byte[] HTTP_11 = Tokens.ascii("HTTP/1.1");
    private static final byte[] VERSION = Tokens.ascii("HTTP/");
    private static final byte[] END = Tokens.ascii(" HTTP/1.1\r\n");
    private static final byte[] HEAD = Tokens.ascii("HEAD");
    private static final byte[] GET = Tokens.ascii("GET ");
    private static final byte[] HEX = Tokens.ascii("0123456789ABCDEF");
    private static final byte[] OPTIONS = Tokens.ascii("OPTIONS");
    private static final byte[] CONNECT = Tokens.ascii("CONNECT");
    private static final byte[][] SCHEMES = {Tokens.ascii("http://"), Tokens.ascii("https://")};

    /**
     * Reads the inbox's line and writes it to {@code out} as HTTP/1.1, with a path as its target. HEAD becomes GET, so
     * that every route that has an answer to GET has one to HEAD; {@link #headOnly} is what is left of it.
     */
    static RequestLine read(Inbox in, ByteArrayOutputStream out) {
        byte[] bytes = in.line();
        int methodEnd = Tokens.end(bytes, in.start(), in.end());
        int target = methodEnd + 1;
        if (methodEnd == in.start() || methodEnd >= in.end() || bytes[methodEnd] != ' ') {
            throw Malformed.request("no method");
        }
        int targetEnd = targetEnd(bytes, target, in.end());
        boolean http10 = http10(bytes, targetEnd + 1, in.end());

        boolean headOnly = same(HEAD, bytes, in.start(), methodEnd);
        if (headOnly) {
            out.write(GET, 0, GET.length);
        } else {
            method(bytes, in.start(), methodEnd, out);
        }
        int host = target;
        int path = target;
        if (bytes[target] != '/' && !special(bytes, in.start(), methodEnd, targetEnd)) {
            host = host(bytes, target, targetEnd);
            path = hostEnd(bytes, host, targetEnd);
            if (path == targetEnd || bytes[path] == '?') {
                out.write('/');
            }
        }
        int query = queryOf(bytes, path, targetEnd);
        out.write(bytes, path, query - path);
        query(bytes, query, targetEnd, out);
        out.write(END, 0, END.length);
        return new RequestLine(http10, host, path, headOnly);
    }

    /**
     * Methods are case-sensitive, but not to Helidon. Methods with lower-case letters are changed into unknown ones.
     */
    private static void method(byte[] bytes, int from, int to, ByteArrayOutputStream out) {
        for (int i = from; i < to; i++) {
            if (bytes[i] >= 'a' && bytes[i] <= 'z') {
                out.write('~');
                break;
            }
        }
        out.write(bytes, from, to - from);
        out.write(' ');
    }

    private static int targetEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] > ' ' && bytes[at] != '#') {
            at++;
        }
        if (at == from || at == to || bytes[at] != ' ') {
            throw Malformed.request("not a request target");
        }
        return at;
    }

    private static int queryOf(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '?') {
            at++;
        }
        return at;
    }

    /**
     * Clients send characters in a query that a URI cannot have, such as an opening brace. They are escaped, because
     * Helidon refuses them. The path, which decides about the route, is passed on as it is.
     */
    private static void query(byte[] bytes, int from, int to, ByteArrayOutputStream out) {
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            boolean escape = b == '%' && i + 2 < to && Tokens.isHex(bytes[i + 1]) && Tokens.isHex(bytes[i + 2]);
            if (escape || Tokens.isOfQuery(b)) {
                out.write(b);
            } else {
                out.write('%');
                out.write(HEX[b >> 4]);
                out.write(HEX[b & 0xf]);
            }
        }
    }

    private static boolean http10(byte[] bytes, int from, int to) {
        int minor = to - 1;
        if (to - from != HTTP_11.length
                || !starts(VERSION, bytes, from)
                || !Tokens.isDigit(bytes[minor - 2])
                || bytes[minor - 1] != '.'
                || !Tokens.isDigit(bytes[minor])) {
            throw Malformed.request("no version");
        }
        if (bytes[minor - 2] != '1' || bytes[minor] > '1') {
            throw Malformed.version();
        }
        return bytes[minor] == '0';
    }

    /** The two targets that name no resource; no route accepts them. */
    private static boolean special(byte[] bytes, int method, int methodEnd, int targetEnd) {
        boolean star = bytes[methodEnd + 1] == '*' && targetEnd == methodEnd + 2;
        return (star && same(OPTIONS, bytes, method, methodEnd)) || same(CONNECT, bytes, method, methodEnd);
    }

    private static int host(byte[] bytes, int target, int targetEnd) {
        for (byte[] scheme : SCHEMES) {
            int host = target + scheme.length;
            if (host < targetEnd && Tokens.is(scheme, bytes, target, host)) {
                return host;
            }
        }
        throw Malformed.request("a target that is neither a path nor a URI");
    }

    private static int hostEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '/' && bytes[at] != '?') {
            if (bytes[at] == '@') {
                throw Malformed.request("a user in the target");
            }
            at++;
        }
        if (at == from) {
            throw Malformed.request("a URI without a host");
        }
        return at;
    }

    private static boolean starts(byte[] start, byte[] bytes, int from) {
        return same(start, bytes, from, from + start.length);
    }

    private static boolean same(byte[] expected, byte[] bytes, int from, int to) {
        return Arrays.equals(expected, 0, expected.length, bytes, from, to);
    }
}
