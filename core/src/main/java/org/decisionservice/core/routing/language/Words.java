package org.decisionservice.core.routing.language;

import java.util.List;

/**
 * The words of a text that can tell its language: lower case, in one buffer, a space between two. Names of things
 * are left out: tokens with digits, tokens joined by other than a hyphen or an apostrophe ({@code a.b.Order},
 * {@code me@acme.com}), words of other scripts and, in text that is not all capitals, acronyms.
 */
final class Words {
    private static final int LONGEST_ACRONYM = 5;

    /** In text that is all capitals, where an acronym looks like a word. */
    private static final int LONGEST_SHOUTED_ACRONYM = 3;

    /** Longer runs of letters are keys and noise. */
    private static final int LONGEST_WORD = 40;

    /** No language of Latin letters has one of these as a word. */
    private static final String LONE_CONSONANTS = "bcdfghjlmnpqrtx";

    private final char[] buffer;
    private final int[] ends;
    private final boolean mixedCase;
    private int count;
    private int letters;
    private boolean anyLowerCase;

    private Words(int characters, boolean mixedCase) {
        this.mixedCase = mixedCase;
        buffer = new char[characters + 1];
        ends = new int[characters / 2 + 1];
    }

    /** Of the first {@code limit} characters of {@code pieces}, read one after the other. */
    static Words of(List<Piece> pieces, int limit) {
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
            int to = Math.min(piece.to(), piece.from() + left);
            words.read(piece.text(), piece.from(), to);
            left -= piece.length() + 1;
        }
        return words;
    }

    /** Letters of all words together. */
    int letters() {
        return letters;
    }

    /** Whether a word of at least {@code letters} letters was written in lower case. */
    boolean anyLowerCase() {
        return anyLowerCase;
    }

    /** Lower-case words with a space between two; valid in [0, {@link #length()}). */
    char[] buffer() {
        return buffer;
    }

    int length() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /**
     * How many words count and how many of those the list holds. In text that is all capitals, short words that it does
     * not hold may be acronyms of any language: they do not count.
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
            } else if (mixedCase || end - start > LONGEST_SHOUTED_ACRONYM || !isAscii(start, end)) {
                counted++;
            }
            start = end + 1;
        }
        return new Coverage(counted, known);
    }

    private boolean isAscii(int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private void read(String text, int from, int to) {
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
            start = end;
        }
    }

    /** Takes the runs of letters out of one token. */
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
        int start = length() == 0 ? 0 : length() + 1;
        int end = start;
        boolean capitals = true;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (Letters.isMark(c)) {
                continue;
            }
            capitals &= !Character.isLowerCase(c);
            buffer[end++] = Letters.isApostrophe(c) ? '\'' : Character.toLowerCase(c);
        }
        int size = end - start;
        boolean acronym = mixedCase && capitals && size > 1 && size <= LONGEST_ACRONYM;
        boolean lone = size == 1 && (hyphenated || LONE_CONSONANTS.indexOf(buffer[start]) >= 0);
        if (size == 0 || size > LONGEST_WORD || acronym || lone) {
            return;
        }
        anyLowerCase |= size >= 4 && Character.isLowerCase(text.charAt(from));
        if (start > 0) {
            buffer[start - 1] = ' ';
        }
        ends[count++] = end;
        letters += size;
    }

    /**
     * What a word list knows of a text.
     *
     * @param counted words that say something about the language
     * @param known those of them that the list holds
     */
    record Coverage(int counted, int known) {}
}
