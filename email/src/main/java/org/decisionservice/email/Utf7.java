// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.nio.charset.StandardCharsets;

/** UTF-7 (RFC 2152), which Java does not know: {@code +} begins UTF-16 in base64, and what is no base64 ends it. */
final class Utf7 {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final int BITS_OF_A_CHARACTER = 16;

    private Utf7() {}

    static String decode(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '+') {
                out.append(c);
            } else if (at < text.length() && text.charAt(at) == '-') {
                out.append('+');
                at++;
            } else {
                at = shifted(text, at, out);
            }
        }
        // Half a surrogate pair is no character.
        return new String(out.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Decodes base64 from {@code start} on, and returns where it ends; a hyphen there belongs to it. */
    private static int shifted(String text, int start, StringBuilder out) {
        int at = start;
        int bits = 0;
        int count = 0;
        while (at < text.length() && DIGITS.indexOf(text.charAt(at)) >= 0) {
            bits = bits << 6 | DIGITS.indexOf(text.charAt(at++));
            count += 6;
            if (count >= BITS_OF_A_CHARACTER) {
                count -= BITS_OF_A_CHARACTER;
                out.append((char) (bits >> count));
                bits &= (1 << count) - 1;
            }
        }
        if (at == start) {
            // Nothing is encoded, so the sign stands for itself.
            out.append('+');
            return at;
        }
        return at < text.length() && text.charAt(at) == '-' ? at + 1 : at;
    }
}
