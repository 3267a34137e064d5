// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Finds where the message begins that is answered or passed on. */
final class History {
    private static final int LONGEST_LABEL = 20;
    private static final int MOST_HEADER_LINES = 16;
    private static final int LONGEST_ATTRIBUTION = 400;
    private static final int MOST_ATTRIBUTION_LINES = 4;
    private static final String DASHES = "-_= ‐‑–—";

    /** The end of a line at which a program puts the message behind the colon. */
    private static final String SAME_LINE = ":  ";

    private final Lines lines;
    private final Vocabulary words;

    History(Lines lines, Vocabulary words) {
        this.lines = lines;
        this.words = words;
    }

    private enum Field {
        FROM,
        SENT,
        TO,
        SUBJECT,
        CC
    }

    /** The beginning of a message. */
    enum Opening {
        /** A line such as "Anna wrote:", and all that follows is Anna's. */
        ATTRIBUTION,
        /** The header that mail programs copy above a message that is answered, or passed on. */
        HEADER,
        /** Words that say that the message is passed on. */
        FORWARDED
    }

    /**
     * A message inside a text.
     *
     * @param start its first line, of whatever introduces it
     * @param body the first line after that
     */
    record Message(Opening opening, int start, int body) {}

    /** The message that begins at {@code line}, if one does. */
    Optional<Message> at(int line, int to) {
        if (lines.blank(line)) {
            return Optional.empty();
        }
        String inner = withoutDashes(lines.plain(line));
        if (words.passesOn(inner) && labelSoonAfter(line, to)) {
            return Optional.of(new Message(Opening.FORWARDED, line, afterHeader(line + 1, to)));
        }
        if (isOriginal(line) && labelSoonAfter(line, to)) {
            return Optional.of(new Message(Opening.HEADER, line, afterHeader(line + 1, to)));
        }
        return header(line, to);
    }

    /** Whether the line says between dashes that the message below it is answered. */
    private boolean isOriginal(int line) {
        String inner = withoutDashes(lines.plain(line));
        return inner.length() < lines.plain(line).length() && words.has("original", inner);
    }

    /** The line where what introduces a message begins whose attribution is at {@code line}. */
    int introduction(int line, int from) {
        int above = line - 1;
        while (above >= from && lines.blank(above)) {
            above--;
        }
        return above >= from && isOriginal(above) ? above : line;
    }

    private static String withoutDashes(String line) {
        int start = 0;
        int end = line.length();
        while (start < end && DASHES.indexOf(line.charAt(start)) >= 0) {
            start++;
        }
        while (end > start && DASHES.indexOf(line.charAt(end - 1)) >= 0) {
            end--;
        }
        return line.substring(start, end);
    }

    private boolean labelSoonAfter(int line, int to) {
        for (int i = line + 1; i < Math.min(to, line + 4); i++) {
            if (field(i).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The header of a message: who, when and what about, one line each. A date with a time or an address tells it from
     * a memo.
     */
    private Optional<Message> header(int line, int to) {
        // An indented one is data, such as YAML.
        if (lines.raw(line).startsWith(" ") || !beginsHeader(line, to)) {
            return Optional.empty();
        }
        Set<Field> found = EnumSet.noneOf(Field.class);
        boolean sure = false;
        int end = Math.min(to, line + MOST_HEADER_LINES);
        for (int i = line; i < end && !lines.blank(i); i++) {
            Optional<Field> field = field(i);
            field.ifPresent(found::add);
            String plain = lines.plain(i);
            sure |= field.isPresent() && (plain.indexOf('@') >= 0 || plain.indexOf('<') >= 0 || hasTime(plain));
        }
        return sure && found.containsAll(List.of(Field.FROM, Field.SENT, Field.SUBJECT))
                ? Optional.of(new Message(Opening.HEADER, line, afterHeader(line, to)))
                : Optional.empty();
    }

    /** Whether who wrote the message stands here, or when, as some programs have it, with who below it. */
    private boolean beginsHeader(int line, int to) {
        Optional<Field> first = field(line);
        return first.filter(Field.FROM::equals).isPresent()
                || (first.filter(Field.SENT::equals).isPresent()
                        && line + 1 < to
                        && field(line + 1).filter(Field.FROM::equals).isPresent());
    }

    /** The first line after the labelled ones and the blank lines around them. */
    private int afterHeader(int line, int to) {
        int i = line;
        while (i < to && lines.blank(i)) {
            i++;
        }
        int end = Math.min(to, i + MOST_HEADER_LINES);
        while (i < end && !lines.blank(i)) {
            i++;
        }
        while (i < to && lines.blank(i)) {
            i++;
        }
        return i;
    }

    private Optional<Field> field(int line) {
        String plain = lines.unquoted(line);
        int colon = plain.indexOf(':');
        if (colon <= 0 || colon > LONGEST_LABEL) {
            return Optional.empty();
        }
        String label = plain.substring(0, colon).strip();
        if (words.has("from", label)) {
            return Optional.of(Field.FROM);
        }
        if (words.has("sent", label)) {
            return Optional.of(Field.SENT);
        }
        if (words.has("subject", label)) {
            return Optional.of(Field.SUBJECT);
        }
        if (words.has("to", label)) {
            return Optional.of(Field.TO);
        }
        return words.has("cc", label) ? Optional.of(Field.CC) : Optional.empty();
    }

    /** Number of lines, from {@code line} on, that say who wrote the text below; 0 if they do not. */
    int attribution(int line, int to) {
        if (sameLine(line).isPresent() || betweenDashes(line)) {
            return 1;
        }
        String first = lines.unquoted(line);
        if (first.length() > LONGEST_ATTRIBUTION || !hasDigit(first)) {
            return 0;
        }
        boolean dated = first.contains("20") || first.indexOf('@') >= 0;
        List<Template> candidates = words.attributions.stream()
                .filter(template -> template.open() ? dated : template.begins(first))
                .toList();
        if (candidates.isEmpty()) {
            return 0;
        }
        StringBuilder joined = new StringBuilder();
        for (int count = 1; count <= MOST_ATTRIBUTION_LINES && line + count <= to; count++) {
            String piece = lines.unquoted(line + count - 1);
            if (piece.isEmpty() || joined.length() + piece.length() > LONGEST_ATTRIBUTION) {
                return 0;
            }
            joined.append(count == 1 ? "" : " ").append(piece);
            String all = joined.toString();
            if (all.endsWith(":") && candidates.stream().anyMatch(template -> template.matches(all, Set.of()))) {
                return count;
            }
        }
        return 0;
    }

    /** Whether an attribution stands between dashes, where it needs no colon. */
    private boolean betweenDashes(int line) {
        String plain = lines.plain(line);
        if (!plain.startsWith("---") || plain.length() > LONGEST_ATTRIBUTION) {
            return false;
        }
        String inner = withoutDashes(plain) + ":";
        return words.attributions.stream().anyMatch(template -> template.matches(inner, Set.of()));
    }

    /** An attribution, with address and time, behind which the message begins in the same line. */
    private Optional<String> sameLine(int line) {
        String raw = lines.raw(line);
        int colon = raw.indexOf(SAME_LINE);
        if (colon < 0 || colon > LONGEST_ATTRIBUTION) {
            return Optional.empty();
        }
        String head = Lines.plain(raw.substring(0, colon + 1));
        return Optional.of(head)
                .filter(text -> text.indexOf('@') >= 0 && hasTime(text))
                .filter(text -> words.attributions.stream().anyMatch(template -> template.matches(text, Set.of())));
    }

    /**
     * Whether the line ends with a word for writing and a colon: above a quotation, that is enough of an attribution.
     */
    boolean saysWho(int line) {
        String plain = lines.plain(line);
        return plain.endsWith(":") && plain.length() <= LONGEST_ATTRIBUTION && words.mentions("wrote", plain);
    }

    /** Whether the attribution is so exact, with address and time, that all below it may be somebody else's. */
    boolean exact(int line, int count) {
        if (sameLine(line).isPresent()) {
            return true;
        }
        boolean address = false;
        boolean time = false;
        for (int i = line; i < line + count; i++) {
            address |= lines.plain(i).indexOf('@') >= 0;
            time |= hasTime(lines.plain(i));
        }
        return address && time;
    }

    /** The next line that is not blank, before {@code to}. */
    OptionalInt next(int line, int to) {
        for (int i = line; i < to; i++) {
            if (!lines.blank(i)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean hasDigit(String text) {
        return text.chars().anyMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean hasTime(String text) {
        for (int i = 1; i + 2 < text.length(); i++) {
            if ((text.charAt(i) == ':' || text.charAt(i) == 'h' || text.charAt(i) == '.')
                    && digit(text, i - 1)
                    && digit(text, i + 1)
                    && digit(text, i + 2)
                    && !digit(text, i + 3)) {
                return true;
            }
        }
        return false;
    }

    private static boolean digit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }
}
