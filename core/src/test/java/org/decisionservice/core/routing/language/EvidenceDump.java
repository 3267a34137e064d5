// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.io.IOException;
import java.lang.Character.UnicodeScript;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.decisionservice.core.routing.language.Cases.Case;

/**
 * Writes the evidence in every Latin text of one line as tab-separated values: expectation, group (as a number), words,
 * letters, coverage, English margin per letter. {@code scripts/measure/language/fit_thresholds.py} fits the thresholds
 * to it.
 */
public final class EvidenceDump {

    private EvidenceDump() {}

    public static void main(String[] arguments) throws IOException {
        for (Case each : Cases.read(Path.of(arguments[0]))) {
            List<String> values = StateValues.of(each.state());
            List<Piece> lines = StateValues.lines(values, 20_000);
            String window = StateValues.window(values, 4_000);
            boolean latin = ScriptProfile.of(window, 0, window.length()).carrying() == UnicodeScript.LATIN;
            if (lines.size() != 1 || !latin || each.expect().equals("either")) {
                continue;
            }
            Evidence evidence = Evidence.in(lines, 4_000);
            System.out.printf(
                    Locale.ROOT,
                    "%s\t%d\t%d\t%d\t%.6f\t%.6f%n",
                    each.expect(),
                    each.group().hashCode(),
                    evidence.words(),
                    evidence.letters(),
                    evidence.coverage(),
                    evidence.englishMargin());
        }
    }
}
