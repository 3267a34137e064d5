// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What spreadsheet programs on Windows write as CSV if nobody asks for UTF-8: a code page, and the file does not say
 * which. Certain are the letters and other characters that all code pages of Latin letters have in one place (1250,
 * 1252, 1254, 1257, 1258), in words of Latin letters. The page's {@code ansi.js} has the same rules.
 */
final class Ansi {
    static final Charset CHARSET = Charset.forName("windows-1252");
    private static final String CAPITALS = "ÄÉÓÖÜ";
    private static final String SMALL = "ßäéóöü";
    private static final String OTHERS = "€‚„…†‡‰‹‘’“”•–—™›\u00A0¤¦§©«¬\u00AD®°±´µ¶·»×÷";
    private static final Pattern CERTAIN = Pattern.compile("[\\x00-\\x7F" + CAPITALS + SMALL + OTHERS + "]*+");
    private static final Pattern WORD = Pattern.compile("[A-Za-z" + CAPITALS + SMALL + "]++");
    private static final Pattern BEYOND_ASCII = Pattern.compile("[" + CAPITALS + SMALL + "]");
    /**
     * Such letters stand together in another alphabet; what other systems write after a word is a capital letter here.
     */
    private static final Pattern NO_WORD =
            Pattern.compile("^[^A-Za-z]+$|[" + CAPITALS + SMALL + "]{3}|[a-z" + SMALL + "][" + CAPITALS + "]");

    private static final int CHUNK = 1 << 16;

    private Ansi() {}

    /** The text of {@code bytes} that are no UTF-8, if it is certain. */
    static Optional<String> read(byte[] bytes) {
        String text = new String(bytes, CHARSET);
        try {
            return isCertain(new StringReader(text)) ? Optional.of(text) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns true if a text that was read as {@link #CHARSET} is certain; memory holds a piece of it. */
    static boolean isCertain(Reader in) throws IOException {
        char[] chunk = new char[CHUNK];
        String rest = "";
        boolean begun = false;
        boolean words = false;
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            String piece = rest + new String(chunk, 0, read);
            String first = piece.stripLeading();
            if (!begun && (first.startsWith("{") || first.startsWith("["))) {
                return false;
            }
            begun |= !first.isEmpty();
            // The last word may go on in the next piece.
            int end = piece.length();
            while (end > 0
                    && piece.length() - end < CHUNK
                    && WORD.matcher(piece.substring(end - 1, end)).matches()) {
                end--;
            }
            rest = piece.substring(end);
            if (!holds(piece.substring(0, end))) {
                return false;
            }
            words |= BEYOND_ASCII.matcher(piece).find();
        }
        return words && holds(rest);
    }

    /** Returns true if ANSI can hold a text, and others have shown already that it is ANSI. */
    static boolean holds(String text) {
        return CERTAIN.matcher(text).matches()
                && WORD.matcher(text)
                        .results()
                        .map(MatchResult::group)
                        .filter(word -> BEYOND_ASCII.matcher(word).find())
                        .noneMatch(word -> NO_WORD.matcher(word).find());
    }
}
