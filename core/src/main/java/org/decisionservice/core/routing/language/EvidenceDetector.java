// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Detection;
import org.decisionservice.api.State;

/**
 * Examines a state in three steps, each only if the one before found nothing foreign: the scripts of its letters, the
 * words of all its prose together, and each line or field on its own.
 */
public final class EvidenceDetector implements LanguageDetector {
    /** Number of characters of a state that are judged together. */
    static final int WINDOW = 4_000;

    /** Number of characters of a state that are read line by line. */
    static final int LINES = 20_000;

    /** A line with at least this many letters of another script is a message rather than a name. */
    private static final int FOREIGN_LETTERS = 10;

    /**
     * Loads the word list and the language model, which takes about a second, so that no request has to wait for them.
     * Returns when they are there; if another thread loads them already, waits for it.
     */
    public void prepare() {
        detect(new State.Text("ready"));
    }

    @Override
    public Detection detect(State state) {
        List<String> values = StateValues.of(state);
        String window = StateValues.window(values, WINDOW);
        ScriptProfile scripts = ScriptProfile.of(window, 0, window.length());
        return switch (scripts.carrying()) {
            case UNKNOWN -> undecided(scripts);
            case LATIN -> read(StateValues.lines(values, LINES), scripts);
            default -> foreign(scripts, Optional.empty(), Optional.empty());
        };
    }

    private static Detection read(List<Piece> lines, ScriptProfile scripts) {
        List<Piece> prose = prose(lines);
        if (lines.size() > 1) {
            Optional<Piece> line =
                    prose.stream().filter(EvidenceDetector::isForeignScript).findFirst();
            if (line.isPresent()) {
                return foreign(scripts, Optional.empty(), line.map(Piece::toString));
            }
        }
        Evidence whole = Evidence.in(prose, WINDOW);
        if (whole.isForeign()) {
            return foreign(scripts, Optional.of(whole.other()), Optional.empty());
        }
        if (lines.size() > 1) {
            for (Piece line : prose) {
                Optional<String> language = Evidence.ofForeignLine(line, WINDOW).map(Evidence::other);
                if (language.isPresent()) {
                    return foreign(scripts, language, Optional.of(line.toString()));
                }
            }
        }
        return whole.isEnglish() ? english(scripts) : undecided(scripts);
    }

    /** The lines that are prose, or all lines if at most one of them is prose. */
    private static List<Piece> prose(List<Piece> lines) {
        List<Piece> prose = lines.size() < 2
                ? lines
                : lines.stream()
                        .filter(line -> LineShape.of(line) == LineShape.PROSE)
                        .toList();
        return prose.isEmpty() ? lines : prose;
    }

    private static boolean isForeignScript(Piece line) {
        if (line.length() < FOREIGN_LETTERS) {
            return false;
        }
        ScriptProfile scripts = ScriptProfile.of(line.text(), line.from(), line.to());
        return scripts.foreign() >= FOREIGN_LETTERS && scripts.foreignShare() > 0.5;
    }

    private static Detection english(ScriptProfile scripts) {
        return detection(scripts, Optional.of("en"), true, Optional.empty());
    }

    private static Detection undecided(ScriptProfile scripts) {
        return detection(scripts, Optional.empty(), true, Optional.empty());
    }

    private static Detection foreign(ScriptProfile scripts, Optional<String> language, Optional<String> segment) {
        return detection(scripts, language, false, segment);
    }

    private static Detection detection(
            ScriptProfile scripts, Optional<String> language, boolean english, Optional<String> segment) {
        return new Detection(
                scripts.carrying(),
                scripts.shares(),
                language,
                english,
                language.isEmpty(),
                scripts.diacriticRate(),
                scripts.foreignShare(),
                segment);
    }
}
