// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.List;

/**
 * Extracts the words of a text that can indicate its language. Names of things are left out: tokens with digits, tokens
 * joined by anything but a hyphen or an apostrophe ({@code a.b.Order}, {@code me@acme.com}), words of other scripts
 * and, unless the text is all capitals, acronyms.
 */
final class WordReader {
    private static final int LONGEST_ACRONYM = 5;

    /** Longer runs of letters are keys or noise. */
    private static final int LONGEST_WORD = 40;

    /** No language in Latin script has any of these as a word. */
    private static final String LONE_CONSONANTS = "bcdfghjlmnpqrtx";

    private static final String ENDS_OF_SENTENCES = ".!?:";

    private final boolean mixedCase;
    private final Words words;
    private boolean sentenceBegins = true;

    private WordReader(int characters, boolean mixedCase) {
        this.mixedCase = mixedCase;
        words = new Words(characters, mixedCase);
    }

    /** The words in the first {@code limit} characters of {@code pieces}, in order. */
    static Words read(List<Piece> pieces, int limit) {
        int characters = 0;
        boolean mixedCase = false;
        for (Piece piece : pieces) {
            characters += piece.length() + 1;
            mixedCase |= piece.hasLowerCase();
            if (characters >= limit) {
                break;
            }
        }
        WordReader reader = new WordReader(Math.min(characters, limit), mixedCase);
        int left = limit;
        for (Piece piece : pieces) {
            if (left <= 0) {
                break;
            }
            reader.sentenceBegins = true;
            reader.tokens(piece.text(), piece.from(), Math.min(piece.to(), piece.from() + left));
            left -= piece.length() + 1;
        }
        return reader.words;
    }

    private void tokens(String text, int from, int to) {
        int start = from;
        while (start < to) {
            if (Character.isWhitespace(text.charAt(start))) {
                start++;
                continue;
            }
            int end = start;
            while (end < to && !Character.isWhitespace(text.charAt(end))) {
                end++;
            }
            if (Letters.isProse(text, start, end)) {
                split(text, start, end);
            }
            sentenceBegins |= ENDS_OF_SENTENCES.indexOf(text.charAt(end - 1)) >= 0;
            start = end;
        }
    }

    /** Extracts the runs of letters from one token. */
    private void split(String text, int from, int to) {
        int start = from;
        while (start < to) {
            int end = start;
            while (end < to && Letters.inWord(text, end, start, to)) {
                end++;
            }
            if (end > start) {
                boolean hyphenated =
                        (start > from && text.charAt(start - 1) == '-') || (end + 1 < to && text.charAt(end) == '-');
                take(text, start, end, hyphenated);
            }
            start = end + 1;
        }
    }

    private void take(String text, int from, int to, boolean hyphenated) {
        boolean capitals = mixedCase && to - from > 1 && to - from <= LONGEST_ACRONYM;
        for (int i = from; i < to && capitals; i++) {
            capitals = !Character.isLowerCase(text.charAt(i));
        }
        boolean single = to - from == 1;
        boolean lone = single && (hyphenated || LONE_CONSONANTS.indexOf(Character.toLowerCase(text.charAt(from))) >= 0);
        if (capitals || lone || to - from > LONGEST_WORD) {
            return;
        }
        boolean capital = Character.isUpperCase(text.charAt(from));
        words.add(text, from, to, mixedCase && capital && !sentenceBegins && !single);
        sentenceBegins = false;
    }
}
