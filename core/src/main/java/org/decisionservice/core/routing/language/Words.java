// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.BitSet;
import java.util.List;

/**
 * The words of a text that can indicate its language, in lower case, in one buffer, separated by spaces. Names of
 * things are left out: tokens with digits, tokens joined by anything but a hyphen or an apostrophe ({@code a.b.Order},
 * {@code me@acme.com}), words of other scripts and, unless the text is all capitals, acronyms.
 */
final class Words {
    private static final int LONGEST_ACRONYM = 5;

    /** Longer runs of letters are keys or noise. */
    private static final int LONGEST_WORD = 40;

    /** No language in Latin script has any of these as a word. */
    private static final String LONE_CONSONANTS = "bcdfghjlmnpqrtx";

    private static final String ENDS_OF_SENTENCES = ".!?:";

    /** In text that is all capitals, in which acronyms look like words. */
    private static final int LONGEST_SHOUTED_ACRONYM = 3;

    /** With at least this many words left, names can be ignored. */
    private static final int ENOUGH = 4;

    private final boolean mixedCase;
    private final char[] buffer;
    /** [words]: where each word ends in the buffer. */
    private final int[] ends;
    /** Words that may be names, because they begin with a capital. */
    private final BitSet names = new BitSet();

    private int count;
    private int letters;
    private boolean anyLowerCase;
    private boolean accented;
    private boolean sentenceBegins = true;
    private int counted;
    private int known;

    /**
     * Creates an empty buffer for the words of a text.
     *
     * @param characters number of characters in the text
     * @param mixedCase whether the text has both cases, so that a capital means something
     */
    private Words(int characters, boolean mixedCase) {
        this.mixedCase = mixedCase;
        buffer = new char[characters + 1];
        ends = new int[characters / 2 + 1];
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
        Words words = new Words(Math.min(characters, limit), mixedCase);
        int left = limit;
        for (Piece piece : pieces) {
            if (left <= 0) {
                break;
            }
            words.sentenceBegins = true;
            words.tokens(piece.text(), piece.from(), Math.min(piece.to(), piece.from() + left));
            left -= piece.length() + 1;
        }
        return words;
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
        add(text, from, to, mixedCase && capital && !sentenceBegins && !single);
        sentenceBegins = false;
    }

    /** Adds {@code text[from, to)} without its combining marks. */
    private void add(String text, int from, int to, boolean name) {
        int start = count == 0 ? 0 : length() + 1;
        int end = start;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!Letters.isMark(c)) {
                accented |= c >= 0x80 && Character.isLetter(c);
                buffer[end++] = Letters.isApostrophe(c) ? '\'' : Character.toLowerCase(c);
            }
        }
        if (end > start) {
            anyLowerCase |= end - start >= 4 && Character.isLowerCase(text.charAt(from));
            names.set(count, name);
            close(start, end);
        }
    }

    private void close(int start, int end) {
        if (start > 0) {
            buffer[start - 1] = ' ';
        }
        ends[count++] = end;
        letters += end - start;
    }

    /** These words without possible names, or all of them if too few would be left. */
    Words withoutNames() {
        if (names.isEmpty() || count - names.cardinality() < ENOUGH) {
            return this;
        }
        Words others = new Words(length(), mixedCase);
        others.anyLowerCase = anyLowerCase;
        others.accented = accented;
        int start = 0;
        for (int word = 0; word < count; word++) {
            if (!names.get(word)) {
                int to = others.count == 0 ? 0 : others.length() + 1;
                System.arraycopy(buffer, start, others.buffer, to, ends[word] - start);
                others.close(to, to + ends[word] - start);
            }
            start = ends[word] + 1;
        }
        return others;
    }

    /** Letters of all words together. */
    int letters() {
        return letters;
    }

    /** Whether a word of at least four letters was written in lower case. */
    boolean anyLowerCase() {
        return anyLowerCase;
    }

    /** The buffer, valid in [0, {@link #length()}). */
    char[] buffer() {
        return buffer;
    }

    int length() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /**
     * Looks every word up in a list. In text that is all ASCII capitals, short words that are not in the list may be
     * acronyms of any language, so they do not count.
     */
    void lookUp(WordList list) {
        counted = 0;
        known = 0;
        int start = 0;
        for (int word = 0; word < count; word++) {
            int end = ends[word];
            if (list.contains(buffer, start, end)) {
                known++;
                counted++;
            } else if (mixedCase || accented || end - start > LONGEST_SHOUTED_ACRONYM) {
                counted++;
            }
            start = end + 1;
        }
    }

    /** Words that say something about the language, once they were looked up. */
    int counted() {
        return counted;
    }

    /** Share of these words that are in the list; 0 if there are none. */
    double coverage() {
        return counted == 0 ? 0 : (double) known / counted;
    }
}
