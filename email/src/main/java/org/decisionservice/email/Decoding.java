// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/** Bytes and characters of a part, whatever its header promises. */
final class Decoding {
    private static final Charset FALLBACK = Charset.forName("windows-1252");

    private Decoding() {}

    /** The bytes behind a transfer encoding; an unknown one is taken for none. */
    static byte[] bytes(byte[] raw, String encoding) {
        return switch (encoding.strip().toLowerCase(Locale.ROOT)) {
            case "base64" -> base64(raw);
            case "quoted-printable" -> quotedPrintable(raw);
            default -> raw;
        };
    }

    /** What does not belong into base64 is passed over. */
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
        return Base64.getDecoder().decode(java.util.Arrays.copyOf(all, length));
    }

    private static byte[] quotedPrintable(byte[] raw) {
        try (var decoded = MimeUtility.decode(new ByteArrayInputStream(raw), "quoted-printable")) {
            return decoded.readAllBytes();
        } catch (IOException | jakarta.mail.MessagingException _) {
            return raw;
        }
    }

    /**
     * Characters. A client that sends a message as JSON has made characters of it, so bytes beyond ASCII are UTF-8 if
     * they can be, whatever the header says.
     */
    static String text(byte[] bytes, Optional<String> name) {
        Optional<Charset> declared = name.flatMap(Decoding::charset);
        boolean ascii = true;
        for (byte b : bytes) {
            ascii &= b >= 0;
        }
        if (ascii) {
            return new String(bytes, declared.orElse(StandardCharsets.US_ASCII));
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            return new String(bytes, declared.orElse(FALLBACK));
        }
    }

    private static Optional<Charset> charset(String name) {
        try {
            return Optional.of(Charset.forName(MimeUtility.javaCharset(name.strip())));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
