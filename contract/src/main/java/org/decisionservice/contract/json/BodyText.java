// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;

/**
 * The characters of a body. Bytes are decoded strictly, except that encoded lone surrogates become U+FFFD and are
 * reported: the surrogate check has its own place in the order of checks and its own answer.
 */
final class BodyText {
    private static final char REPLACEMENT = '\uFFFD';

    private final char[] chars;
    private final int length;
    private final boolean rawSurrogates;

    private BodyText(char[] chars, int length, boolean rawSurrogates) {
        this.chars = chars;
        this.length = length;
        this.rawSurrogates = rawSurrogates;
    }

    /** Returns the backing array, not a copy; only the first {@link #length()} characters are valid. */
    char[] chars() {
        return chars;
    }

    int length() {
        return length;
    }

    boolean rawSurrogates() {
        return rawSurrogates;
    }

    /**
     * Decodes a body in the encoding that its byte-order mark names. Without a mark its zero bytes show the encoding:
     * the first two characters of a JSON text are ASCII.
     */
    static BodyText decode(byte[] body) {
        // FF FE 00 00 is a UTF-32 mark, although its first half is a UTF-16 mark.
        if (starts(body, 0x00, 0x00, 0xFE, 0xFF)) {
            return utf32(body, 4, ByteOrder.BIG_ENDIAN);
        }
        if (starts(body, 0xFF, 0xFE, 0x00, 0x00)) {
            return utf32(body, 4, ByteOrder.LITTLE_ENDIAN);
        }
        if (starts(body, 0xFE, 0xFF)) {
            return utf16(body, 2, ByteOrder.BIG_ENDIAN);
        }
        if (starts(body, 0xFF, 0xFE)) {
            return utf16(body, 2, ByteOrder.LITTLE_ENDIAN);
        }
        return starts(body, 0xEF, 0xBB, 0xBF) ? utf8(body, 3) : unmarked(body);
    }

    private static BodyText unmarked(byte[] body) {
        int length = body.length;
        // A single character in UTF-16 has two bytes, and in UTF-8 one.
        boolean wide = length >= 4 || length == 2;
        if (wide && body[0] == 0) {
            return length >= 4 && body[1] == 0
                    ? utf32(body, 0, ByteOrder.BIG_ENDIAN)
                    : utf16(body, 0, ByteOrder.BIG_ENDIAN);
        }
        if (wide && body[1] == 0) {
            return length >= 4 && body[2] == 0 && body[3] == 0
                    ? utf32(body, 0, ByteOrder.LITTLE_ENDIAN)
                    : utf16(body, 0, ByteOrder.LITTLE_ENDIAN);
        }
        return utf8(body, 0);
    }

    private static boolean starts(byte[] body, int... mark) {
        if (body.length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((body[i] & 0xFF) != mark[i]) {
                return false;
            }
        }
        return true;
    }

    private static BodyText utf8(byte[] body, int start) {
        try {
            return utf8(body, start, false);
        } catch (CharacterCodingException _) {
            // Encoded surrogates are the only fault that another check reports, so only a faulty body is searched for
            // them.
            boolean surrogates = replaceEncodedSurrogates(body, start);
            try {
                return utf8(body, start, surrogates);
            } catch (CharacterCodingException _) {
                throw malformed("UTF-8");
            }
        }
    }

    private static BodyText utf8(byte[] body, int start, boolean surrogates) throws CharacterCodingException {
        CharBuffer decoded =
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body, start, body.length - start));
        return new BodyText(decoded.array(), decoded.length(), surrogates);
    }

    /** Replaces encoded surrogates in place. A surrogate, ED A0..BF xx, has three bytes, and so has U+FFFD. */
    private static boolean replaceEncodedSurrogates(byte[] body, int start) {
        boolean found = false;
        for (int i = start; i < body.length - 2; i++) {
            if (body[i] == (byte) 0xED && (body[i + 1] & 0xE0) == 0xA0 && (body[i + 2] & 0xC0) == 0x80) {
                body[i] = (byte) 0xEF;
                body[i + 1] = (byte) 0xBF;
                body[i + 2] = (byte) 0xBD;
                found = true;
            }
        }
        return found;
    }

    private static BodyText utf16(byte[] body, int start, ByteOrder order) {
        ByteBuffer bytes = ByteBuffer.wrap(body).position(start).order(order);
        if (bytes.remaining() % 2 != 0) {
            throw malformed("UTF-16");
        }
        CharBuffer source = bytes.asCharBuffer();
        char[] chars = new char[source.remaining()];
        source.get(chars);
        boolean surrogates = false;
        for (int i = 0; i < chars.length; i++) {
            if (Character.isHighSurrogate(chars[i]) && i + 1 < chars.length && Character.isLowSurrogate(chars[i + 1])) {
                i++;
            } else if (Character.isSurrogate(chars[i])) {
                chars[i] = REPLACEMENT;
                surrogates = true;
            }
        }
        return new BodyText(chars, chars.length, surrogates);
    }

    private static BodyText utf32(byte[] body, int start, ByteOrder order) {
        ByteBuffer bytes = ByteBuffer.wrap(body).position(start).order(order);
        if (bytes.remaining() % 4 != 0) {
            throw malformed("UTF-32");
        }
        char[] chars = new char[bytes.remaining() / 2];
        int length = 0;
        boolean surrogates = false;
        while (bytes.hasRemaining()) {
            int codePoint = bytes.getInt();
            if (!Character.isValidCodePoint(codePoint)) {
                throw malformed("UTF-32");
            }
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                codePoint = REPLACEMENT;
                surrogates = true;
            }
            length += Character.toChars(codePoint, chars, length);
        }
        return new BodyText(chars, length, surrogates);
    }

    private static RefusedException malformed(String encoding) {
        return new RefusedException(
                Refusal.Kind.MALFORMED, "request body must be valid JSON: its bytes are not valid " + encoding);
    }
}
