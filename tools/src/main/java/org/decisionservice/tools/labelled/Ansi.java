// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What spreadsheet programs on Windows write as CSV if nobody asks for UTF-8: a code page, and the file does not say
 * which. Certain are the letters and other characters that all code pages of Latin letters have in one place (1250, 1252,
 * 1254, 1257, 1258), in words of Latin letters. The page's {@code ansi.js} has the same rules.
 */
final class Ansi {
    private static final Charset CHARSET = Charset.forName("windows-1252");
    private static final String CAPITALS = "ÄÉÓÖÜ";
    private static final String SMALL = "ßäéóöü";
    private static final String OTHERS = "€‚„…†‡‰‹‘’“”•–—™›\u00A0¤¦§©«¬\u00AD®°±´µ¶·»×÷";
    private static final Pattern CERTAIN = Pattern.compile("[\\x00-\\x7F" + CAPITALS + SMALL + OTHERS + "]*+");
    private static final Pattern WORD = Pattern.compile("[A-Za-z" + CAPITALS + SMALL + "]++");
    private static final Pattern BEYOND_ASCII = Pattern.compile("[" + CAPITALS + SMALL + "]");
    /** In another alphabet such letters stand together, and what other systems write after a word is a capital letter here. */
    private static final Pattern NO_WORD =
            Pattern.compile("^[^A-Za-z]+$|[" + CAPITALS + SMALL + "]{3}|[a-z" + SMALL + "][" + CAPITALS + "]");

    private Ansi() {}

    /** The text of {@code bytes} that are no UTF-8, if it is certain. */
    static Optional<String> read(byte[] bytes) {
        String text = new String(bytes, CHARSET);
        if (!CERTAIN.matcher(text).matches()
                || text.stripLeading().startsWith("{")
                || text.stripLeading().startsWith("[")) {
            return Optional.empty();
        }
        List<String> words = WORD.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(word -> BEYOND_ASCII.matcher(word).find())
                .toList();
        boolean certain = !words.isEmpty()
                && words.stream().noneMatch(word -> NO_WORD.matcher(word).find());
        return certain ? Optional.of(text) : Optional.empty();
    }
}
