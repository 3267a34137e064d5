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

    static BodyText decode(byte[] body) {
        return switch (JsonEncoding.detect(body)) {
            case UTF_8 -> utf8(body, 0);
            case UTF_8_BOM -> utf8(body, 3);
            case UTF_16_BE -> utf16(ByteBuffer.wrap(body));
            case UTF_16_LE -> utf16(ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN));
            case UTF_16_BE_BOM -> utf16(ByteBuffer.wrap(body).position(2));
            case UTF_16_LE_BOM -> utf16(ByteBuffer.wrap(body).position(2).order(ByteOrder.LITTLE_ENDIAN));
            case UTF_32_BE -> utf32(ByteBuffer.wrap(body));
            case UTF_32_LE -> utf32(ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN));
            case UTF_32_BE_BOM -> utf32(ByteBuffer.wrap(body).position(4));
            case UTF_32_LE_BOM -> utf32(ByteBuffer.wrap(body).position(4).order(ByteOrder.LITTLE_ENDIAN));
        };
    }

    private static BodyText utf8(byte[] body, int start) {
        boolean surrogates = replaceEncodedSurrogates(body, start);
        try {
            CharBuffer decoded =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body, start, body.length - start));
            return new BodyText(decoded.array(), decoded.length(), surrogates);
        } catch (CharacterCodingException _) {
            throw malformed("UTF-8");
        }
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

    private static BodyText utf16(ByteBuffer bytes) {
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

    private static BodyText utf32(ByteBuffer bytes) {
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
