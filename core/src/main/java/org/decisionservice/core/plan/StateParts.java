// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.ArrayList;
import java.util.List;
import org.decisionservice.api.State;
import org.decisionservice.core.text.SentenceEnd;

/**
 * Cuts a state into parts that may be left out one by one: a text into sentences, a JSON document into its numbers and
 * truth values and the sentences of its strings. Leaving out parts of a document leaves a document. If there is only
 * one such part, its words are the parts.
 */
final class StateParts {
    private static final String NULL = "null";

    private final String text;
    /** Whether the text is JSON, in whose strings a character may be an escape. */
    private final boolean json;

    private final boolean words;
    private final List<Part> parts = new ArrayList<>();

    private StateParts(State state, boolean words) {
        this.text = state.text();
        this.json = state instanceof State.Json;
        this.words = words;
        if (json) {
            document();
        } else {
            divide(0, text.length());
        }
    }

    /** The parts in the order of the text; none of a state without a character that is no white space. */
    static List<Part> of(State state) {
        List<Part> sentences = new StateParts(state, false).parts;
        return sentences.size() == 1 ? new StateParts(state, true).parts : sentences;
    }

    /** Goes through JSON text as {@link org.decisionservice.core.text.JsonText} writes it. */
    private void document() {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                int end = stringEnd(at + 1);
                boolean name = text.startsWith(":", end + 1);
                if (!name) {
                    divide(at + 1, end);
                }
                at = end + 1;
            } else if (c == '-' || Character.isLetterOrDigit(c)) {
                int end = at;
                while (end < text.length() && ",]}".indexOf(text.charAt(end)) < 0) {
                    end++;
                }
                if (!text.startsWith(NULL, at)) {
                    parts.add(new Part(at, end, end, NULL));
                }
                at = end;
            } else {
                at++;
            }
        }
    }

    /** The place of the quotation mark behind the string that begins at {@code from}. */
    private int stringEnd(int from) {
        int at = from;
        while (text.charAt(at) != '"') {
            at += length(at);
        }
        return at;
    }

    /** Adds the sentences, or the words, from one offset to another. */
    private void divide(int from, int to) {
        int start = spaceEnd(from, to);
        int at = start;
        Mark mark = Mark.NONE;
        while (at < to) {
            int character = character(at);
            int next = at + length(at);
            int space = spaceEnd(next, to);
            mark = mark.then(character);
            boolean cut = words
                    ? space > next || standsAlone(character)
                    : hasLineEnd(next, space)
                            || switch (mark) {
                                case NONE -> false;
                                case BEFORE_SPACE -> space > next;
                                case ANYWHERE -> space > next || space == to || goesOn(character(next));
                            };
            if (cut || space == to) {
                parts.add(new Part(start, next, space, ""));
                start = space;
                mark = Mark.NONE;
            }
            at = space;
        }
    }

    private static boolean goesOn(int character) {
        return !SentenceEnd.closes(character) && !SentenceEnd.isMark(character, true);
    }

    /** The mark that a sentence may end with, when only characters that close have come since. */
    private enum Mark {
        NONE,
        BEFORE_SPACE,
        ANYWHERE;

        Mark then(int character) {
            if (SentenceEnd.isMark(character, false)) {
                return ANYWHERE;
            }
            if (SentenceEnd.isMark(character, true)) {
                return BEFORE_SPACE;
            }
            return SentenceEnd.closes(character) ? this : NONE;
        }
    }

    private boolean hasLineEnd(int from, int to) {
        for (int at = from; at < to; at += length(at)) {
            if (SentenceEnd.endsLine(character(at))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a character is a word by itself, for all that can be told in scripts without spaces. */
    private static boolean standsAlone(int character) {
        return Character.isIdeographic(character)
                || switch (Character.UnicodeScript.of(character)) {
                    case HIRAGANA, KATAKANA -> true;
                    default -> false;
                };
    }

    private int spaceEnd(int from, int to) {
        int at = from;
        while (at < to && Character.isWhitespace(character(at))) {
            at += length(at);
        }
        return at;
    }

    /** The character that is written at {@code at}, which may be an escape. */
    private int character(int at) {
        if (json && text.charAt(at) == '\\') {
            return switch (text.charAt(at + 1)) {
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                default -> text.charAt(at + 1);
            };
        }
        return text.codePointAt(at);
    }

    /** The number of chars that a character takes. */
    private int length(int at) {
        if (json && text.charAt(at) == '\\') {
            return text.charAt(at + 1) == 'u' ? 6 : 2;
        }
        return Character.charCount(text.codePointAt(at));
    }
}
