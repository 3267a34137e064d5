// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/** Tells what stands below the text of a message: a closing with a name and an address, what devices and lists add. */
final class Ending {
    private static final int MOST_LINES = 14;
    private static final int LONGEST_LINE = 100;
    private static final int MOST_WORDS = 11;
    private static final int LONGEST_CLOSING = 80;
    private static final int WORDS_OF_A_NAME = 3;
    private static final int WORDS_OF_A_SENTENCE = 6;
    private static final int ITEMS_OF_A_LIST = 2;
    private static final int WORDS_OF_A_CARD = 4;
    private static final int DIGITS_OF_A_NUMBER = 6;
    private static final List<String> REACHED_BY =
            List.of("tel", "t ", "t:", "t.", "m ", "m:", "m.", "mob", "fax", "phone");
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
        OptionalInt start = dashes.isPresent() ? dashes : closing(kept);
        return start.isPresent() && holdsList(kept, start.getAsInt()) ? OptionalInt.empty() : start;
    }

    /** Whether a list stands from a line on: what the sender wants may follow a "Thanks". */
    private boolean holdsList(int[] kept, int from) {
        return Arrays.stream(kept)
                        .filter(line -> line > from && isItem(lines.raw(line).strip()))
                        .limit(ITEMS_OF_A_LIST)
                        .count()
                == ITEMS_OF_A_LIST;
    }

    /** Whether a line begins as one of a list does: with a number, a bullet or a letter in brackets. */
    private static boolean isItem(String line) {
        int digits = 0;
        while (digits < line.length() && digits < 3 && Character.isDigit(line.charAt(digits))) {
            digits++;
        }
        boolean bullet = !line.isEmpty() && "-*•·–".indexOf(line.charAt(0)) >= 0;
        boolean letter = line.length() > 1 && Character.isLetter(line.charAt(0)) && line.charAt(1) == ')';
        int mark = bullet ? 0 : letter ? 1 : digits;
        boolean marked =
                bullet || letter || (digits > 0 && digits < line.length() && ".)".indexOf(line.charAt(mark)) >= 0);
        return marked && mark + 1 < line.length() && line.charAt(mark + 1) == ' ';
    }

    private OptionalInt dashes(int[] kept) {
        int separators = 0;
        for (int line : kept) {
            separators += lines.raw(line).equals("--") ? 1 : 0;
        }
        for (int i = kept.length - 1; i > 0 && i >= kept.length - 1 - MOST_LINES; i--) {
            String raw = lines.raw(kept[i]);
            if (raw.equals("-- ") || (raw.equals("--") && separators == 1 && isCard(kept, i + 1))) {
                return OptionalInt.of(kept[i]);
            }
            if (!like(kept[i])) {
                break;
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Whether the lines from {@code from} on are a name, alone or with how to reach it. Two dashes without the space
     * that mail programs write behind them may also introduce what the sender wants.
     */
    private boolean isCard(int[] kept, int from) {
        if (from == kept.length || !isNames(lines.raw(kept[from]))) {
            return false;
        }
        boolean alone = from == kept.length - 1;
        boolean reached = false;
        for (int i = from + 1; i < kept.length; i++) {
            reached |= saysHowToReach(lines.plain(kept[i]));
        }
        return alone || reached;
    }

    private static boolean isNames(String raw) {
        String[] all = raw.strip().replace("*", "").split("[ \u00a0]+");
        return all.length <= WORDS_OF_A_CARD && Arrays.stream(all).allMatch(Ending::isName);
    }

    private static boolean saysHowToReach(String plain) {
        long digits = plain.chars().filter(c -> c >= '0' && c <= '9').count();
        boolean number = digits >= DIGITS_OF_A_NUMBER && plain.chars().noneMatch(Character::isLowerCase);
        return number
                || plain.indexOf('@') > 0
                || plain.contains("www.")
                || plain.contains("://")
                || REACHED_BY.stream().anyMatch(plain::startsWith);
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
            String phrase = String.join(" ", Arrays.copyOf(all, head));
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
