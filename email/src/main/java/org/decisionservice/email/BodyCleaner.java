// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.decisionservice.api.Cleaning.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Finds what to cut in the text of an e-mail. Text that nobody marked as somebody else's stays: a line that begins with
 * {@code >} is cut only where an attribution or the header of the message says that something is answered, and a
 * closing only where nothing but a signature stands below it.
 */
final class BodyCleaner {
    /** A longer text is no e-mail that anybody wrote. */
    private static final int MOST_LINES = 20_000;

    private static final int LONGEST = 1_000_000;
    private static final int MOST_MESSAGES = 5;
    private static final int MOST_PARAGRAPH_LINES = 40;
    private static final int LONGEST_PARAGRAPH = 4_000;
    private static final int MOST_ENDINGS = 30;

    /** A message that is passed on with so few words is what these words are about. */
    private static final int FEW_WORDS = 12;

    private static final int SOME_WORDS = 60;

    private final Lines lines;
    private final Vocabulary words;
    private final History history;
    private final Ending ending;
    private final @Nullable Kind[] cut;

    private BodyCleaner(String text) {
        lines = new Lines(text);
        words = Vocabulary.BUNDLED;
        history = new History(lines, words);
        ending = new Ending(lines, words);
        cut = new Kind[lines.count()];
    }

    /**
     * The properties of a text by the header of its message.
     *
     * @param answers whether it answers another message
     * @param passesOn whether it passes another on
     * @param attached where the text of an attached message begins, and its body; empty if none is attached
     */
    record Known(boolean answers, boolean passesOn, Optional<Attached> attached) {
        static final Known NOTHING = new Known(false, false, Optional.empty());
    }

    record Attached(int start, int body) {}

    /** A piece of the text, in chars. */
    record Piece(Kind kind, int start, int end) {}

    /**
     * The parts to cut.
     *
     * @param keptWhole whether there are none because nothing would be left
     */
    record Cuts(List<Piece> pieces, boolean keptWhole) {
        Cuts {
            pieces = List.copyOf(pieces);
        }

        /** Removes the cuts from {@code text}. */
        String left(String text) {
            StringBuilder left = new StringBuilder(text.length());
            int at = 0;
            for (Piece piece : pieces) {
                left.append(text, at, piece.start());
                at = piece.end();
            }
            return left.append(text, at, text.length()).toString();
        }
    }

    static Cuts of(String text, Known known) {
        if (text.length() > LONGEST || Lines.count(text) > MOST_LINES) {
            return new Cuts(List.of(), false);
        }
        BodyCleaner cleaner = new BodyCleaner(text);
        cleaner.clean(0, cleaner.lines.count(), known, 0);
        boolean emptied = cleaner.kept(0, cleaner.lines.count()).length == 0;
        return emptied ? new Cuts(List.of(), !text.isBlank()) : new Cuts(cleaner.pieces(), false);
    }

    private void clean(int from, int to, Known known, int depth) {
        Optional<History.Message> message = quotations(from, to, known);
        int end = message.map(found -> above(found.start(), from)).orElse(to);
        cutWarning(from, end);
        cutEnding(from, end);
        if (message.isEmpty()) {
            if (saysNothingNew(from, end)) {
                keep(from, end, Kind.QUOTED);
            }
            return;
        }
        boolean passedOn = message.get().opening() == History.Opening.FORWARDED
                || (message.get().opening() == History.Opening.HEADER && known.passesOn());
        if (isTheContent(from, end, passedOn)) {
            if (depth < MOST_MESSAGES) {
                clean(message.get().body(), to, Known.NOTHING, depth + 1);
            }
            return;
        }
        Arrays.fill(cut, end, to, passedOn ? Kind.FORWARDED : Kind.QUOTED);
    }

    /** The end of the text above a message, without the rule that some programs draw between them. */
    private int above(int message, int from) {
        int end = message;
        while (end > from && (lines.blank(end - 1) || ending.isRule(end - 1))) {
            end--;
        }
        return end;
    }

    /** Cuts lines that are quoted, and returns the message that takes the rest of the text, if there is one. */
    private Optional<History.Message> quotations(int from, int to, Known known) {
        boolean answers = known.answers();
        int attached =
                known.attached().map(message -> lines.at(message.start())).orElse(-1);
        for (int line = from; line < to; line++) {
            if (line == attached) {
                return Optional.of(new History.Message(
                        History.Opening.FORWARDED,
                        line,
                        lines.at(known.attached().orElseThrow().body())));
            }
            if (answers && lines.quoted(line)) {
                cut[line] = Kind.QUOTED;
                continue;
            }
            int count = history.attribution(line, to);
            if (count == 0 && answers && history.saysWho(line)) {
                count = lines.quoted(history.next(line + 1, to).orElse(line)) ? 1 : 0;
            }
            if (count > 0) {
                OptionalInt next = history.next(line + count, to);
                int start = history.introduction(line, from);
                if (next.isPresent() && lines.quoted(next.getAsInt())) {
                    Arrays.fill(cut, start, line + count, Kind.QUOTED);
                    answers = true;
                    line += count - 1;
                    continue;
                }
                if (history.exact(line, count)) {
                    return Optional.of(new History.Message(History.Opening.ATTRIBUTION, start, line + count));
                }
            }
            Optional<History.Message> message = history.at(line, to);
            if (message.isPresent()) {
                return message;
            }
        }
        return Optional.empty();
    }

    /** Whether the message below the text, rather than the text, is what is to be decided on. */
    private boolean isTheContent(int from, int to, boolean passedOn) {
        int[] note = kept(from, to);
        if (note.length == 0 || saysNothingNew(from, to)) {
            return true;
        }
        int count = 0;
        for (int line : note) {
            count += lines.plain(line).split(" ", -1).length;
        }
        return passedOn
                && (count <= FEW_WORDS || (count <= SOME_WORDS && words.mentions("points below", joined(note))));
    }

    private boolean saysNothingNew(int from, int to) {
        int[] note = kept(from, to);
        if (note.length == 0 || note.length > 3) {
            return false;
        }
        boolean greeted = note.length > 1 && lines.plain(note[0]).endsWith(",");
        String text = joined(greeted ? Arrays.copyOfRange(note, 1, note.length) : note);
        String bare = text.endsWith("!") || text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return words.has("nothing new", bare) || words.has("nothing new", text);
    }

    private String joined(int[] some) {
        StringBuilder text = new StringBuilder();
        for (int line : some) {
            text.append(text.isEmpty() ? "" : " ").append(lines.plain(line));
        }
        return text.toString();
    }

    private void cutWarning(int from, int to) {
        int[] kept = kept(from, to);
        int end = 0;
        while (end < kept.length && end < MOST_PARAGRAPH_LINES && (end == 0 || kept[end] == kept[end - 1] + 1)) {
            end++;
        }
        String paragraph = joined(Arrays.copyOf(kept, end));
        if (end < kept.length && paragraph.length() <= LONGEST_PARAGRAPH && words.warns(paragraph)) {
            Arrays.fill(cut, kept[0], kept[end - 1] + 1, Kind.DISCLAIMER);
        }
    }

    /** Cuts from the end upwards, as long as something is known by its form. */
    private void cutEnding(int from, int to) {
        int last = to;
        for (int endings = 0; endings < MOST_ENDINGS; endings++) {
            int[] kept = kept(from, last);
            if (kept.length == 0) {
                return;
            }
            int line = kept[kept.length - 1];
            OptionalInt disclaimer = disclaimer(kept);
            OptionalInt signature = ending.signature(kept);
            if (ending.isFooter(line)) {
                last = cut(line, last, Kind.FOOTER);
            } else if (ending.isRule(line) && line < to - 1 && cutBelow(line, to)) {
                last = cut(line, last, Kind.FOOTER);
            } else if (disclaimer.isPresent()) {
                last = cut(disclaimer.getAsInt(), last, Kind.DISCLAIMER);
            } else if (signature.isPresent()) {
                last = cut(signature.getAsInt(), last, Kind.SIGNATURE);
            } else {
                return;
            }
        }
    }

    private boolean cutBelow(int line, int to) {
        return IntStream.range(line + 1, to)
                .anyMatch(below -> cut[below] == Kind.FOOTER || cut[below] == Kind.DISCLAIMER);
    }

    private int cut(int start, int end, Kind kind) {
        for (int line = start; line < end; line++) {
            if (cut[line] == null && !lines.blank(line)) {
                cut[line] = kind;
            }
        }
        return start;
    }

    /** The line where what a mail server added begins, if the last paragraph is that. */
    private OptionalInt disclaimer(int[] kept) {
        int start = kept.length - 1;
        while (start > 0 && kept.length - start < MOST_PARAGRAPH_LINES && kept[start - 1] == kept[start] - 1) {
            start--;
        }
        String paragraph = joined(Arrays.copyOfRange(kept, start, kept.length));
        return paragraph.length() <= LONGEST_PARAGRAPH && paragraph.indexOf('?') < 0 && words.disclaims(paragraph)
                ? OptionalInt.of(kept[start])
                : OptionalInt.empty();
    }

    /** The lines that are left and not blank. */
    private int[] kept(int from, int to) {
        return IntStream.range(from, to)
                .filter(line -> cut[line] == null && !lines.blank(line))
                .toArray();
    }

    private void keep(int from, int to, Kind kind) {
        for (int line = from; line < to; line++) {
            if (cut[line] == kind) {
                cut[line] = null;
            }
        }
    }

    /** The cut lines with the blank ones between and beside them, so that what is left begins and ends with text. */
    private List<Piece> pieces() {
        int[] left = kept(0, lines.count());
        List<Piece> pieces = new ArrayList<>();
        add(pieces, 0, left[0], 0, lines.start(left[0]));
        for (int i = 1; i < left.length; i++) {
            add(pieces, left[i - 1] + 1, left[i], OptionalInt.empty(), lines.start(left[i]));
        }
        int last = left[left.length - 1];
        add(pieces, last + 1, lines.count(), lines.end(last), lines.end(lines.count() - 1));
        return pieces;
    }

    private void add(List<Piece> pieces, int from, int to, OptionalInt start, int end) {
        int first = from;
        while (first < to && cut[first] == null) {
            first++;
        }
        add(pieces, first, to, start.orElse(first < to ? lines.start(first) : end), end);
    }

    /** Adds one piece for each kind in a row of cut lines, from {@code start} to {@code end}. */
    private void add(List<Piece> pieces, int from, int to, int start, int end) {
        @Nullable Kind kind = null;
        int begin = start;
        for (int line = from; line < to; line++) {
            Kind next = cut[line];
            if (next != null && kind != null && next != kind) {
                pieces.add(new Piece(kind, begin, lines.start(line)));
                begin = lines.start(line);
            }
            kind = next == null ? kind : next;
        }
        if (kind != null) {
            pieces.add(new Piece(kind, begin, end));
        }
    }
}
