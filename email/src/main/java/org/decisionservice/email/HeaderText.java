// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A field of a header as people see it. Encoded words (RFC 2047) are decoded, those of one charset together, because
 * some programs divide a character between two of them; raw bytes beyond ASCII are UTF-8 if they can be (RFC 6532).
 */
final class HeaderText {
    /**
     * {@code charset?encoding?text} between the marks; the charset may be followed by a language.
     *
     * @param bytes of the text, a char for each
     */
    private record Word(String charset, Charsets.Decoder decoder, String bytes, int end) {}

    private final String field;
    private final Consumer<String> unknown;
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder pending = new StringBuilder();
    private Optional<Word> last = Optional.empty();

    private HeaderText(String field, Consumer<String> unknown) {
        this.field = field;
        this.unknown = unknown;
    }

    /**
     * Decodes a field.
     *
     * @param field one char for each byte
     * @param unknown takes the name of each charset that this service does not know; such words stay as they are
     */
    static String of(String field, Consumer<String> unknown) {
        return new HeaderText(utf8(field), unknown).decode();
    }

    private static String utf8(String field) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(field.getBytes(StandardCharsets.ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException _) {
            return field;
        }
    }

    private String decode() {
        int at = 0;
        while (at < field.length()) {
            int start = field.indexOf("=?", at);
            Optional<Word> word = start < 0 ? Optional.empty() : word(start + 2);
            int end = start < 0 ? field.length() : word.isPresent() ? start : start + 2;
            String between = field.substring(at, end);
            // White space between two encoded words only separates them.
            if (!(word.isPresent() && last.isPresent() && between.isBlank())) {
                flush();
                out.append(between);
            }
            word.ifPresent(this::add);
            at = word.map(Word::end).orElse(end);
        }
        flush();
        return out.toString();
    }

    private void add(Word word) {
        if (last.filter(before -> before.charset().equalsIgnoreCase(word.charset()))
                .isEmpty()) {
            flush();
        }
        last = Optional.of(word);
        pending.append(word.bytes());
    }

    private void flush() {
        last.ifPresent(
                word -> out.append(word.decoder().decode(pending.toString().getBytes(StandardCharsets.ISO_8859_1))));
        last = Optional.empty();
        pending.setLength(0);
    }

    /** The encoded word whose charset begins at {@code at}; empty if none does. */
    private Optional<Word> word(int at) {
        int first = field.indexOf('?', at);
        int second = first < 0 ? -1 : field.indexOf('?', first + 1);
        int third = second < 0 ? -1 : field.indexOf("?=", second + 1);
        if (third < 0 || second != first + 2) {
            return Optional.empty();
        }
        String name = field.substring(at, first).split("\\*", 2)[0];
        String text = field.substring(second + 1, third);
        Optional<byte[]> bytes = bytes(field.charAt(first + 1), text);
        if (!isPrintable(name) || !isPrintable(text) || bytes.isEmpty()) {
            return Optional.empty();
        }
        Optional<Charsets.Decoder> decoder = Charsets.named(name);
        if (decoder.isEmpty()) {
            unknown.accept(name);
        }
        return decoder.map(
                known -> new Word(name, known, new String(bytes.get(), StandardCharsets.ISO_8859_1), third + 2));
    }

    private static Optional<byte[]> bytes(char encoding, String text) {
        return switch (encoding) {
            case 'b', 'B' -> Optional.of(Decoding.bytes(text.getBytes(StandardCharsets.US_ASCII), "base64"));
            case 'q', 'Q' ->
                Optional.of(
                        Decoding.bytes(text.replace('_', ' ').getBytes(StandardCharsets.US_ASCII), "quoted-printable"));
            default -> Optional.empty();
        };
    }

    private static boolean isPrintable(String text) {
        return text.chars().allMatch(c -> c > ' ' && c <= '~');
    }
}
