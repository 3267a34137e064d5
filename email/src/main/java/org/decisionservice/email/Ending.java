// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.util.OptionalInt;

/** Tells what stands below the text of a message: a closing with a name and an address, what devices and lists add. */
final class Ending {
    private static final int MOST_LINES = 14;
    private static final int LONGEST_LINE = 100;
    private static final int MOST_WORDS = 11;
    private static final int LONGEST_CLOSING = 80;
    private static final int WORDS_OF_A_NAME = 3;
    private static final int WORDS_OF_A_SENTENCE = 6;
    private static final int LETTERHEAD = 6;
    private static final int LETTERHEAD_NUMBERS = 3;
    private static final int LETTERHEAD_WIDTH = 60;

    private final Lines lines;
    private final Vocabulary words;

    Ending(Lines lines, Vocabulary words) {
        this.lines = lines;
        this.words = words;
    }

    /** Whether a device, a program or a list added the line; one that may begin with anything has to be short. */
    boolean isFooter(int line) {
        String plain = lines.plain(line);
        return words.footers.stream()
                .filter(template -> !template.open() || plain.length() <= LONGEST_LINE)
                .anyMatch(template -> template.matches(plain, words.devices()));
    }

    /** Whether the line is drawn, of at least three strokes. */
    boolean isRule(int line) {
        String plain = lines.plain(line);
        return plain.length() >= 3 && plain.chars().allMatch(c -> "-_=~#─—".indexOf(c) >= 0);
    }

    /**
     * The line where a signature begins that ends with {@code last}: two dashes, or a closing.
     *
     * @param kept the lines above and including {@code last} that are left, in their order
     */
    OptionalInt signature(int[] kept) {
        OptionalInt dashes = dashes(kept);
        return dashes.isPresent() ? dashes : closing(kept);
    }

    private OptionalInt dashes(int[] kept) {
        int separators = 0;
        for (int line : kept) {
            separators += lines.raw(line).equals("--") ? 1 : 0;
        }
        for (int i = kept.length - 1; i > 0 && i >= kept.length - 1 - MOST_LINES; i--) {
            String raw = lines.raw(kept[i]);
            if (raw.equals("-- ") || (raw.equals("--") && separators == 1)) {
                return OptionalInt.of(kept[i]);
            }
            if (!like(kept[i])) {
                break;
            }
        }
        return OptionalInt.empty();
    }

    private OptionalInt closing(int[] kept) {
        for (int i = kept.length - 1; i > 0 && i >= kept.length - 1 - MOST_LINES; i--) {
            if (isClosing(kept[i])) {
                return isLetter(kept, i) ? OptionalInt.empty() : OptionalInt.of(kept[i]);
            }
            if (!like(kept[i])) {
                break;
            }
        }
        return OptionalInt.empty();
    }

    /** Whether the line may belong to a signature: short, and no sentence. */
    private boolean like(int line) {
        String raw = lines.raw(line);
        String plain = lines.plain(line);
        boolean code = raw.startsWith("   ")
                || raw.startsWith("+ ")
                || raw.startsWith("- ")
                || raw.startsWith(">")
                || plain.endsWith(";")
                || plain.endsWith("{");
        if (plain.length() > LONGEST_LINE || raw.length() > LONGEST_LINE || code) {
            return false;
        }
        boolean postscript = plain.startsWith("ps ")
                || plain.startsWith("ps:")
                || plain.startsWith("p.s")
                || plain.startsWith("p. s")
                || plain.startsWith("p.-s");
        int count = plain.split(" ", -1).length;
        return !postscript && !isSentence(plain) && count <= MOST_WORDS && plain.indexOf('?') < 0;
    }

    private static boolean isSentence(String plain) {
        boolean ends = plain.endsWith(".") || plain.endsWith("!") || plain.endsWith(":") || plain.endsWith(",");
        return ends && plain.split(" ", -1).length >= WORDS_OF_A_SENTENCE;
    }

    /** Whether the line is a closing, alone or with a name. */
    private boolean isClosing(int line) {
        String raw = lines.raw(line).strip();
        if (raw.isEmpty() || raw.length() > LONGEST_CLOSING) {
            return false;
        }
        if (words.has("closing", withoutMarks(lines.plain(line)))) {
            return true;
        }
        String[] all = raw.replace('\u00a0', ' ').replace("*", "").split(" +");
        for (int name = 1; name <= WORDS_OF_A_NAME && name < all.length; name++) {
            int head = all.length - name;
            if (!isName(all[head])) {
                return false;
            }
            String phrase = String.join(" ", java.util.Arrays.copyOf(all, head));
            if (words.has("closing", withoutMarks(Lines.plain(phrase)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isName(String word) {
        int first = word.codePointAt(0);
        return Character.isLetter(first) && !Character.isLowerCase(first);
    }

    private static String withoutMarks(String plain) {
        int end = plain.length();
        while (end > 0 && ",.!;: -–—…".indexOf(plain.charAt(end - 1)) >= 0) {
            end--;
        }
        return plain.substring(0, end);
    }

    /** Whether addresses and a date stand above the text, as in a letter, whose closing belongs to it. */
    private boolean isLetter(int[] kept, int to) {
        int above = 0;
        int numbers = 0;
        boolean year = false;
        for (int i = 0; i < to; i++) {
            String plain = lines.plain(kept[i]);
            if (plain.length() > LETTERHEAD_WIDTH || plain.endsWith("?") || isSentence(plain)) {
                break;
            }
            above++;
            numbers += plain.chars().anyMatch(c -> c >= '0' && c <= '9') ? 1 : 0;
            year |= hasYear(plain);
        }
        return above >= LETTERHEAD && numbers >= LETTERHEAD_NUMBERS && year;
    }

    private static boolean hasYear(String text) {
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            digits = Character.isDigit(text.charAt(i)) ? digits + 1 : 0;
            if (digits == 4) {
                return true;
            }
        }
        return false;
    }
}
