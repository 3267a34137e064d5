// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.lang.Character.UnicodeScript;
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
     */
    public void prepare() {
        detect(new State.Text("ready"));
    }

    @Override
    public Detection detect(State state) {
        List<String> values = StateValues.of(state);
        String window = StateValues.window(values, WINDOW);
        ScriptProfile scripts = ScriptProfile.of(window, 0, window.length());
        UnicodeScript script = scripts.carrying();
        Findings findings = new Findings(scripts, script);
        if (script == UnicodeScript.UNKNOWN) {
            return findings.undecided();
        }
        if (script != UnicodeScript.LATIN) {
            return findings.foreign(Optional.empty(), Optional.empty());
        }
        return read(StateValues.lines(values, LINES), findings);
    }

    private static Detection read(List<Piece> lines, Findings findings) {
        EvidenceReader reader = Resources.READER;
        List<Piece> prose = prose(lines);
        if (lines.size() > 1) {
            Optional<Piece> line =
                    prose.stream().filter(EvidenceDetector::isForeignScript).findFirst();
            if (line.isPresent()) {
                return findings.foreign(Optional.empty(), line.map(Piece::toString));
            }
        }
        Evidence whole = reader.read(prose, WINDOW);
        Verdict verdict = Verdict.of(whole);
        if (verdict == Verdict.OTHER) {
            return findings.foreign(Optional.of(whole.other()), Optional.empty());
        }
        if (lines.size() > 1) {
            for (Piece line : prose) {
                Optional<String> language = reader.readForeign(line, WINDOW).map(Evidence::other);
                if (language.isPresent()) {
                    return findings.foreign(language, Optional.of(line.toString()));
                }
            }
        }
        return verdict == Verdict.ENGLISH ? findings.english() : findings.undecided();
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
}
