// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

import java.nio.charset.StandardCharsets;

/** The words of HTTP, in bytes. Ranges exclude their end. */
public final class Tokens {
    private static final boolean[] TOKEN = new boolean[128];

    static {
        for (byte b : ascii("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
            TOKEN[b] = true;
        }
    }

    private Tokens() {}

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The index behind the token that starts at {@code from}; {@code from} itself if none does. */
    public static int end(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= 0 && TOKEN[bytes[at]]) {
            at++;
        }
        return at;
    }

    static boolean isSpace(byte b) {
        return b == ' ' || b == '\t';
    }

    public static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** Whether the bytes are {@code word}, which is in small letters, in any letter case. */
    public static boolean is(byte[] word, byte[] bytes, int from, int to) {
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

    /** Whether a comma list has {@code word}, which is in small letters, among its elements. */
    public static boolean lists(byte[] word, byte[] bytes, int from, int to) {
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

    /** The first index that is no white space; {@code to} if there is none. */
    public static int skipSpace(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isSpace(bytes[at])) {
            at++;
        }
        return at;
    }

    /** The index behind the last byte that is no white space; {@code from} if there is none. */
    public static int trimSpace(byte[] bytes, int from, int to) {
        int at = to;
        while (at > from && isSpace(bytes[at - 1])) {
            at--;
        }
        return at;
    }
}
