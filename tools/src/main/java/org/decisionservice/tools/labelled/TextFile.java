// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.RootCause;

/**
 * A file of text: UTF-8, UTF-16 if it begins with a byte-order mark, or {@link Ansi} where that is certain. Other bytes
 * are never guessed at: the same bytes are other letters to another reader.
 *
 * @param digest SHA-256 of its bytes, as 64 hex digits
 * @param text without the byte-order mark
 */
public record TextFile(Path path, String digest, String text) {
    private static final int MOST_BYTES = 1 << 30;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /**
     * Reads it.
     *
     * @throws LabelsException if it is no file of text
     */
    public static TextFile read(Path path) {
        FileKind.requireText(path);
        return of(path, bytes(path));
    }

    /**
     * Reads the bytes of one.
     *
     * @param path what it is called in messages
     * @throws LabelsException if they are no text
     */
    static TextFile of(Path path, byte[] bytes) {
        FileKind.of(bytes).ifPresent(kind -> {
            throw LabelsException.of(path, kind);
        });
        String text = decode(path, bytes);
        if (text.isBlank()) {
            throw LabelsException.of(path, "it is empty");
        }
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw nul(path, Lines.at(text, nul));
        }
        return new TextFile(path, WeightsDigest.sha256(bytes), text);
    }

    /** Its lines without their ends, as editors count them. */
    public Iterable<String> lines() {
        return () -> text.lines().iterator();
    }

    private static byte[] bytes(Path path) {
        try {
            return RegularFile.bytes(path, MOST_BYTES);
        } catch (IOException e) {
            throw LabelsException.of(path, "cannot be read: " + RegularFile.reason(e));
        }
    }

    private static String decode(Path path, byte[] bytes) {
        Charset charset = charset(bytes);
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        String text = out.flip().toString();
        if (result.isError()) {
            return Optional.of(bytes)
                    .filter(_ -> charset.equals(StandardCharsets.UTF_8))
                    .flatMap(Ansi::read)
                    .orElseThrow(() -> undecodable(path, Lines.at(text, text.length()), charset));
        }
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    static LabelsException nul(Path path, int line) {
        return LabelsException.at(
                path, line, "a NUL character, so the file may be UTF-16 without a byte-order mark; save it as UTF-8");
    }

    /** Names the first line of a file, of any length, that has other bytes than {@code charset}. */
    static LabelsException undecodable(Path path, Charset charset) {
        if (!charset.equals(StandardCharsets.UTF_8)) {
            // Its lines do not end with a byte that only line ends have, so the whole of it is read.
            return LabelsException.of(path, "it has changed: " + read(path).digest());
        }
        int number = 0;
        try (BufferedReader bytes = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
            for (String text = bytes.readLine(); text != null; text = bytes.readLine()) {
                number++;
                charset.newDecoder().decode(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
            }
            return undecodable(path, number, charset);
        } catch (CharacterCodingException _) {
            return undecodable(path, number, charset);
        } catch (IOException e) {
            return LabelsException.of(path, "cannot be read: " + RootCause.of(e));
        }
    }

    /** The refusal of a line with other bytes than {@code charset} has. */
    private static LabelsException undecodable(Path path, int line, Charset charset) {
        String name = charset.equals(StandardCharsets.UTF_8) ? "UTF-8" : "UTF-16";
        return LabelsException.at(
                path,
                line,
                "a byte that is not " + name + "; save the file as UTF-8 (a spreadsheet program calls it CSV UTF-8)");
    }

    /** The charset of a file that begins with {@code bytes}. */
    static Charset charset(byte[] bytes) {
        if (bytes.length >= 2 && bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe) {
            return StandardCharsets.UTF_16LE;
        }
        return bytes.length >= 2 && bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff
                ? StandardCharsets.UTF_16BE
                : StandardCharsets.UTF_8;
    }
}
