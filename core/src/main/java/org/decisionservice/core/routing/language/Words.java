// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.BitSet;

/** Words in lower case, in one buffer, separated by spaces. */
final class Words {
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

    /**
     * Creates an empty buffer for the words of a text.
     *
     * @param characters number of characters in the text
     * @param mixedCase whether the text has both cases, so that a capital means something
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
     * How many words count, and how many of those are in the list. In text that is all ASCII capitals, short words that
     * are not in the list may be acronyms of any language, so they do not count.
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
     * How much of a text a word list knows.
     *
     * @param counted words that say something about the language
     * @param known how many of them are in the list
     */
    record Coverage(int counted, int known) {

        /** Share of the counted words that are known; 0 if none count. */
        double share() {
            return counted == 0 ? 0 : (double) known / counted;
        }
    }
}
