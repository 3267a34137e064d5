// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * The encoding of a table's text.
 *
 * @param marked true if it begins with a byte-order mark
 */
record TableText(Path path, Charset charset, boolean marked) {
    private static final String MARK = "efbbbf";

    /** Reads the first bytes. */
    static TableText of(Path path) throws IOException {
        byte[] begin;
        try (InputStream in = Files.newInputStream(path)) {
            begin = in.readNBytes(MARK.length() / 2);
        }
        Charset charset = TextFile.charset(begin);
        boolean marked = !charset.equals(StandardCharsets.UTF_8)
                || HexFormat.of().formatHex(begin).equals(MARK);
        return new TableText(path, charset, marked);
    }

    /** These bytes as ANSI. */
    TableText asAnsi() {
        return new TableText(path, Ansi.CHARSET, false);
    }

    /** Returns true if bytes that are no UTF-8 are ANSI for certain. */
    boolean isAnsi() throws IOException {
        try (Reader in = new InputStreamReader(Files.newInputStream(path), Ansi.CHARSET)) {
            return charset.equals(StandardCharsets.UTF_8) && Ansi.isCertain(in);
        }
    }

    /** Reads it from its beginning. Bytes of another encoding are an {@link UncheckedIOException}. */
    TableReader reader() {
        try {
            Reader in = new InputStreamReader(
                    Files.newInputStream(path),
                    charset.newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .onUnmappableCharacter(CodingErrorAction.REPORT));
            if (marked) {
                in.skip(1);
            }
            return new TableReader(path, in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
