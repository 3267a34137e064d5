// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

import io.helidon.http.RequestException;
import io.helidon.http.Status;
import java.io.ByteArrayOutputStream;
import java.util.OptionalLong;

/**
 * The head of one request, read strictly according to RFC 9112 and rewritten. Anything that could be read in two ways
 * is refused.
 */
public final class RequestHead {
    /** Maximum length of a request line, in bytes. */
    static final int MAX_LINE = 4096;

    /** Maximum length of a header section, in bytes. */
    public static final int MAX_FIELDS = 16 * 1024;

    /** An announced length beyond this counts as this one, in bytes; no such body is ever read. */
    public static final long MOST_LENGTH = 999_999_999_999_999_999L;

    private static final int CRLF = 2;
    private static final byte[] HOST = Tokens.ascii("host");
    private static final byte[] EXPECT = Tokens.ascii("expect");
    private static final byte[] CONNECTION = Tokens.ascii("connection");
    private static final byte[] CONTENT_LENGTH = Tokens.ascii("content-length");
    private static final byte[] TRANSFER_ENCODING = Tokens.ascii("transfer-encoding");
    private static final byte[] CLOSE = Tokens.ascii("close");
    private static final byte[] CHUNKED = Tokens.ascii("chunked");
    private static final byte[] CONTINUE = Tokens.ascii("100-continue");
    private static final byte[] SEND_CHUNKED = Tokens.ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] SEND_LENGTH = Tokens.ascii("Content-Length: ");
    private static final byte[] SEND_HOST = Tokens.ascii("Host: ");
    private static final byte[] SEND_CLOSE = Tokens.ascii("Connection: close\r\n");
    private static final byte[] SEND_EXPECT = Tokens.ascii("Expect: 100-continue\r\n");
    private static final byte[] SEND_LOCALHOST = Tokens.ascii("Host: localhost\r\n");

    private final Inbox in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    private boolean http10;
    private boolean headOnly;
    private boolean absolute;
    private boolean hosted;
    private boolean expecting;
    private boolean last;
    private boolean coded;
    private boolean chunked;
    private long length = -1;

    private RequestHead(Inbox in) {
        this.in = in;
    }

    /**
     * Reads a head to its end.
     *
     * @throws RequestException if the bytes are not a valid head
     */
    public static RequestHead read(Inbox in) {
        RequestHead head = new RequestHead(in);
        head.requestLine();
        head.fields();
        head.frame();
        return head;
    }

    /** Whether a request was refused because its head is longer than any that is read, which shows before its end. */
    public static boolean isTooLarge(RequestException refusal) {
        return refusal.status().equals(Malformed.TOO_LARGE) || refusal.status().equals(Status.REQUEST_URI_TOO_LONG_414);
    }

    /** Returns the head as HTTP/1.1 with a single meaning. */
    public byte[] canonical() {
        return out.toByteArray();
    }

    /** Length of the body in bytes, 0 if there is none; empty if the body is chunked. */
    public OptionalLong length() {
        return chunked ? OptionalLong.empty() : OptionalLong.of(Math.max(0, length));
    }

    /** Whether nothing after this request may be read. */
    public boolean last() {
        return last;
    }

    /** Whether its answer must have no content: the request was HEAD, which {@link #canonical} has as GET. */
    public boolean headOnly() {
        return headOnly;
    }

    private void fields() {
        int left = MAX_FIELDS;
        for (nextLine(left); in.end() > in.start(); nextLine(left)) {
            left -= in.end() - in.start() + CRLF;
            field(in.line(), in.start(), in.end());
        }
    }

    private void requestLine() {
        // One empty line before a request is ignored.
        boolean whole = in.nextLine(MAX_LINE) && (in.end() > in.start() || in.nextLine(MAX_LINE));
        if (!whole) {
            throw Malformed.targetTooLong();
        }
        RequestLine line = RequestLine.read(in, out);
        http10 = line.http10();
        headOnly = line.headOnly();
        last = http10;
        absolute = line.hostTo() > line.hostFrom();
        if (absolute) {
            write(SEND_HOST);
            out.write(in.line(), line.hostFrom(), line.hostTo() - line.hostFrom());
            endLine();
        }
    }

    private void nextLine(int most) {
        if (!in.nextLine(Math.max(0, most - CRLF))) {
            throw Malformed.headTooLarge();
        }
    }

    private void field(byte[] bytes, int from, int to) {
        int colon = Tokens.end(bytes, from, to);
        if (colon == from || colon == to || bytes[colon] != ':') {
            throw Malformed.request("a header without a name");
        }
        int value = Tokens.skipSpace(bytes, colon + 1, to);
        int valueEnd = Tokens.trimSpace(bytes, value, to);
        if (passedOn(bytes, from, colon, value, valueEnd)) {
            out.write(bytes, from, to - from);
            endLine();
        }
    }

    /** Whether a header is passed on unchanged; {@link #frame} writes the headers that say where a request ends. */
    private boolean passedOn(byte[] bytes, int from, int colon, int value, int end) {
        return switch (colon - from) {
            case 4 -> !Tokens.is(HOST, bytes, from, colon) || host();
            case 6 -> !Tokens.is(EXPECT, bytes, from, colon) || expect(bytes, value, end);
            case 10 -> !Tokens.is(CONNECTION, bytes, from, colon) || connection(bytes, value, end);
            case 14 -> !Tokens.is(CONTENT_LENGTH, bytes, from, colon) || contentLength(bytes, value, end);
            case 17 -> !Tokens.is(TRANSFER_ENCODING, bytes, from, colon) || transferEncoding(bytes, value, end);
            default -> true;
        };
    }

    private boolean host() {
        if (hosted) {
            throw Malformed.request("two hosts");
        }
        hosted = true;
        return !absolute;
    }

    /**
     * Notes whether the client waits for permission to send its body. Its word for that is written in any case and may
     * stand in a list (RFC 9110, section 10.1.1), but Helidon knows it alone and in lower case only. HTTP/1.0 does not
     * have this header, and its clients do not wait.
     */
    private boolean expect(byte[] bytes, int value, int end) {
        expecting |= !http10 && !headOnly && Tokens.lists(CONTINUE, bytes, value, end);
        return false;
    }

    private boolean connection(byte[] bytes, int value, int end) {
        last |= Tokens.lists(CLOSE, bytes, value, end);
        return false;
    }

    private boolean contentLength(byte[] bytes, int value, int end) {
        if (length >= 0 || end == value) {
            throw Malformed.request("not one length");
        }
        length = 0;
        for (int i = value; i < end; i++) {
            if (!Tokens.isDigit(bytes[i])) {
                throw Malformed.request("a length that is no number");
            }
            length = length > MOST_LENGTH / 10 ? MOST_LENGTH : 10 * length + bytes[i] - '0';
        }
        // The length that is passed on may be less than what the client announced.
        last |= length == MOST_LENGTH;
        return false;
    }

    /** Passes an unknown coding on, so that the application refuses it. */
    private boolean transferEncoding(byte[] bytes, int value, int end) {
        if (coded || http10) {
            throw Malformed.request("not one transfer coding");
        }
        coded = true;
        chunked = Tokens.is(CHUNKED, bytes, value, end);
        return !chunked;
    }

    /** Writes once where the request ends. The connection is kept only if no reader can see another end. */
    private void frame() {
        if (!hosted) {
            if (!http10) {
                throw Malformed.request("no host");
            }
            write(absolute ? new byte[0] : SEND_LOCALHOST);
        }
        if (coded) {
            last |= !chunked || length >= 0;
            length = -1;
            write(chunked ? SEND_CHUNKED : new byte[0]);
        } else if (length >= 0) {
            write(SEND_LENGTH);
            write(Tokens.ascii(Long.toString(length)));
            endLine();
        }
        write(expecting ? SEND_EXPECT : new byte[0]);
        write(last ? SEND_CLOSE : new byte[0]);
        endLine();
    }

    private void write(byte[] bytes) {
        out.write(bytes, 0, bytes.length);
    }

    private void endLine() {
        out.write('\r');
        out.write('\n');
    }
}
