// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

import java.nio.charset.StandardCharsets;

/** Tokens of HTTP as bytes. Ranges exclude their end. */
final class Tokens {
    private static final boolean[] TOKEN = new boolean[128];

    static {
        for (byte b : ascii("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
            TOKEN[b] = true;
        }
    }

    private static final boolean[] QUERY = new boolean[128];

    static {
        // RFC 3986, section 3.4, without the escapes.
        for (byte b : ascii("-._~!$&'()*+,;=:@/?0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
            QUERY[b] = true;
        }
    }

    private Tokens() {}

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the index after the token that starts at {@code from}, or {@code from} itself if there is none. */
    static int end(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= 0 && TOKEN[bytes[at]]) {
            at++;
        }
        return at;
    }

    static boolean isSpace(byte b) {
        return b == ' ' || b == '\t';
    }

    /** Whether a character that is not an escape can be part of a query. */
    static boolean isOfQuery(byte b) {
        return b >= 0 && QUERY[b];
    }

    static boolean isHex(byte b) {
        return isDigit(b) || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F');
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** Whether the bytes are {@code word}, ignoring case; {@code word} is in lower case. */
    static boolean is(byte[] word, byte[] bytes, int from, int to) {
        if (to - from != word.length) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            byte b = bytes[from + i];
            if (word[i] != (b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a comma-separated list contains {@code word}, ignoring case; {@code word} is in lower case. */
    static boolean lists(byte[] word, byte[] bytes, int from, int to) {
        for (int start = from; start <= to; ) {
            int comma = start;
            while (comma < to && bytes[comma] != ',') {
                comma++;
            }
            if (is(word, bytes, skipSpace(bytes, start, comma), trimSpace(bytes, start, comma))) {
                return true;
            }
            start = comma + 1;
        }
        return false;
    }

    /** Returns the first index that is not white space, or {@code to} if there is none. */
    static int skipSpace(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isSpace(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Returns the index after the last byte that is not white space, or {@code from} if there is none. */
    static int trimSpace(byte[] bytes, int from, int to) {
        int at = to;
        while (at > from && isSpace(bytes[at - 1])) {
            at--;
        }
        return at;
    }
}
