// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.BitSet;

/** Words in lower case in one buffer, a space between two. */
final class Words {
    /** In text that is all capitals, where an acronym looks like a word. */
    private static final int LONGEST_SHOUTED_ACRONYM = 3;

    /** So many words without the names still say what a text is. */
    private static final int ENOUGH = 4;

    private final boolean mixedCase;
    private final char[] buffer;
    /** Shape [words]: where each ends in the buffer. */
    private final int[] ends;
    /** Words that a capital marks as a possible name. */
    private final BitSet names = new BitSet();

    private int count;
    private int letters;
    private boolean anyLowerCase;
    private boolean accented;

    /**
     * Room for the words of a text.
     *
     * @param characters of the text
     * @param mixedCase whether a capital says anything
     */
    Words(int characters, boolean mixedCase) {
        this.mixedCase = mixedCase;
        buffer = new char[characters + 1];
        ends = new int[characters / 2 + 1];
    }

    /** Adds {@code text[from, to)} without its combining marks. */
    void add(String text, int from, int to, boolean name) {
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

    /** These words without those that may be names; all of them where too few would be left. */
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

    /** Valid in [0, {@link #length()}). */
    char[] buffer() {
        return buffer;
    }

    int length() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /**
     * How many words count and how many of those the list holds. In text that is all ASCII capitals, short words that
     * it does not hold may be acronyms of any language: they do not count.
     */
    Coverage in(WordList list) {
        int counted = 0;
        int known = 0;
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
        return new Coverage(counted, known);
    }

    /**
     * What a word list knows of a text.
     *
     * @param counted words that say something about the language
     * @param known those of them that the list holds
     */
    record Coverage(int counted, int known) {

        /** Known words of those that count, 0 without any. */
        double share() {
            return counted == 0 ? 0 : (double) known / counted;
        }
    }
}
