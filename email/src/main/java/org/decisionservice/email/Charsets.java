// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import jakarta.mail.internet.MimeUtility;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The charsets that mail programs name, also under names that Java does not know. */
final class Charsets {
    private static final int LONGEST_NAME = 40;

    private Charsets() {}

    /** Makes characters of bytes. */
    interface Decoder {
        String decode(byte[] bytes);
    }

    /** Every charset of this Java by the letters and digits of its names. */
    private static final class BySqueezedName {
        private static final Map<String, Charset> ALL = all();

        private static Map<String, Charset> all() {
            Map<String, Charset> all = new HashMap<>();
            for (Charset charset : Charset.availableCharsets().values()) {
                charset.aliases().forEach(alias -> all.putIfAbsent(squeezed(alias), charset));
                all.put(squeezed(charset.name()), charset);
            }
            return all;
        }
    }

    /** Returns empty for a charset that this service does not know. */
    static Optional<Decoder> named(String name) {
        String squeezed = squeezed(name);
        if (name.length() > LONGEST_NAME || squeezed.isEmpty()) {
            return Optional.empty();
        }
        return switch (squeezed) {
            case "utf7", "unicode11utf7", "csutf7", "csunicode11utf7" ->
                Optional.of(bytes -> Utf7.decode(new String(bytes, StandardCharsets.ISO_8859_1)));
            case "macintosh", "mac" -> charset("x-MacRoman");
            // In logical order, as ISO-8859-8 is here too; the letter only says who turns the text around.
            case "iso88598i", "iso88598e" -> charset("ISO-8859-8");
            case "iso88596i", "iso88596e" -> charset("ISO-8859-6");
            default ->
                charset(MimeUtility.javaCharset(name.strip()))
                        .or(() -> Optional.ofNullable(BySqueezedName.ALL.get(squeezed))
                                .map(Charsets::decoder));
        };
    }

    private static Optional<Decoder> charset(String name) {
        try {
            return Optional.of(decoder(Charset.forName(name)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Decoder decoder(Charset charset) {
        return bytes -> new String(bytes, charset);
    }

    private static String squeezed(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
