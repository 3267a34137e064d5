// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Bytes and characters of a part, whatever its header promises. */
final class Decoding {
    private static final Charset FALLBACK = Charset.forName("windows-1252");

    private static final int MOST_SPACES = 80;

    private Decoding() {}

    /** The bytes behind a transfer encoding; an unknown one is taken for none. */
    static byte[] bytes(byte[] raw, String encoding) {
        return switch (encoding.strip().toLowerCase(Locale.ROOT)) {
            case "base64" -> base64(raw);
            case "quoted-printable" -> quotedPrintable(raw);
            default -> raw;
        };
    }

    /** Skips characters that are not of base64. */
    private static byte[] base64(byte[] raw) {
        ByteArrayOutputStream digits = new ByteArrayOutputStream(raw.length);
        for (byte b : raw) {
            if ((b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || b == '+' || b == '/') {
                digits.write(b);
            }
        }
        // A single digit at the end is no whole byte.
        byte[] all = digits.toByteArray();
        int length = all.length % 4 == 1 ? all.length - 1 : all.length;
        return Base64.getDecoder().decode(Arrays.copyOf(all, length));
    }

    /**
     * What is no code stays as it stands. The library throws and catches an exception for each of these, which takes
     * long.
     */
    private static byte[] quotedPrintable(byte[] raw) {
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            int lineEnd = raw[i] == '=' ? afterLineEnd(raw, i + 1) : -1;
            int code = raw[i] == '=' && i + 2 < raw.length ? digit(raw[i + 1]) << 4 | digit(raw[i + 2]) : -1;
            if (lineEnd >= 0) {
                i = lineEnd - 1;
            } else if (code >= 0) {
                decoded.write(code);
                i += 2;
            } else {
                decoded.write(raw[i]);
            }
        }
        return decoded.toByteArray();
    }

    /** The index after the end of a line, if nothing but a few spaces stands before it; -1 otherwise. */
    private static int afterLineEnd(byte[] raw, int from) {
        int at = from;
        while (at < raw.length && at < from + MOST_SPACES && (raw[at] == ' ' || raw[at] == '\t' || raw[at] == '\r')) {
            at++;
        }
        if (at == raw.length) {
            return at;
        }
        return raw[at] == '\n' ? at + 1 : -1;
    }

    private static int digit(byte b) {
        return Character.digit(b, 16);
    }

    /**
     * Characters. A client that sends a message as JSON has made characters of it, so bytes beyond ASCII are UTF-8 if
     * they can be, whatever the header says.
     *
     * @param name of the charset in the header
     * @param unknown takes the name if this service does not know it; the characters are then a guess
     */
    static String text(byte[] bytes, Optional<String> name, Consumer<String> unknown) {
        boolean ascii = true;
        for (byte b : bytes) {
            ascii &= b >= 0;
        }
        if (!ascii) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            } catch (CharacterCodingException _) {
                // They are what the header says, then.
            }
        }
        Optional<Charsets.Decoder> declared = name.flatMap(Charsets::named);
        if (declared.isEmpty()) {
            name.ifPresent(unknown);
        }
        return declared.map(decoder -> decoder.decode(bytes)).orElseGet(() -> new String(bytes, FALLBACK));
    }
}
