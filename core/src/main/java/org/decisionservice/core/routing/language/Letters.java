// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.lang.Character.UnicodeScript;

/** Classifies characters: the script of a letter, and whether a character is part of a word. */
final class Letters {
    /** Every letter below this is Latin, except the micro sign, which is a symbol. */
    private static final int END_OF_LATIN_BLOCKS = 0x250;

    private static final int MICRO_SIGN = 0xB5;

    /** No character below this is a combining mark. */
    private static final int FIRST_MARK = 0x300;

    /** Characters that join letters into a name rather than a word. */
    private static final String JOINERS = ".@/:<";

    /** Characters that no token of prose contains. */
    private static final String MARKUP = "=_\\|{}";

    private Letters() {}

    /**
     * The script of a letter, or {@code UNKNOWN} if the character is not a letter. Hiragana and Katakana count as one
     * script, because Japanese mixes them in a sentence. Modifier letters of no script, as in phonetic notation, do not
     * count as letters.
     */
    static UnicodeScript script(int character) {
        if (character < END_OF_LATIN_BLOCKS) {
            return Character.isLetter(character) && character != MICRO_SIGN
                    ? UnicodeScript.LATIN
                    : UnicodeScript.UNKNOWN;
        }
        if (!Character.isLetter(character)) {
            return UnicodeScript.UNKNOWN;
        }
        UnicodeScript script = UnicodeScript.of(character);
        return switch (script) {
            case HIRAGANA -> UnicodeScript.KATAKANA;
            case COMMON -> {
                if (isProlongedSound(character)) {
                    yield UnicodeScript.KATAKANA;
                }
                boolean modifier = Character.getType(character) == Character.MODIFIER_LETTER;
                yield modifier ? UnicodeScript.UNKNOWN : UnicodeScript.COMMON;
            }
            default -> script;
        };
    }

    static boolean isLatin(int character) {
        return script(character) == UnicodeScript.LATIN;
    }

    /** Whether the character is the mark for a long vowel, which occurs only between kana. */
    private static boolean isProlongedSound(int character) {
        return character == 0x30FC || character == 0xFF70;
    }

    static boolean isMark(int character) {
        return character >= FIRST_MARK
                && switch (Character.getType(character)) {
                    case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK -> true;
                    default -> false;
                };
    }

    static boolean isApostrophe(char c) {
        return c == '\'' || c == '\u2019';
    }

    /**
     * Whether the character at {@code i} continues a word that begins at {@code start} in a text that ends at
     * {@code to}.
     */
    static boolean inWord(String text, int i, int start, int to) {
        char c = text.charAt(i);
        if (Character.isLetter(c)) {
            return true;
        }
        if (i == start) {
            return false;
        }
        return isMark(c) || (isApostrophe(c) && i + 1 < to && Character.isLetter(text.charAt(i + 1)));
    }

    /**
     * Whether a token without white space consists of words in Latin letters: it has no digit, no letter of another
     * script and nothing that joins letters into a name.
     */
    static boolean isProse(String text, int from, int to) {
        boolean afterLetter = false;
        for (int i = from; i < to; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (Character.isDigit(c) || MARKUP.indexOf(c) >= 0) {
                return false;
            }
            UnicodeScript script = script(c);
            boolean joins = (afterLetter || c == '<') && i < to && JOINERS.indexOf(c) >= 0;
            if ((joins && Character.isLetter(text.charAt(i)))
                    || (script != UnicodeScript.LATIN && script != UnicodeScript.UNKNOWN)) {
                return false;
            }
            afterLetter = script == UnicodeScript.LATIN;
        }
        return true;
    }
}
