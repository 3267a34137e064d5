// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.decisionservice.contract.calibration.ThresholdsFile;
import org.decisionservice.contract.calibration.ThresholdsFile.Measured;
import org.decisionservice.judging.metrics.ThresholdSearch;
import org.decisionservice.tools.report.Report;

/** Writes the thresholds of a report, and says what is written and what is not. */
final class Thresholds {
    private Thresholds() {}

    /**
     * Writes the threshold of each question whose labels support one. A file without any would look as if answers were
     * held back, so none is written then.
     *
     * @param made what the answers were made with
     * @return the exit status: 0, or 1 if nothing was written
     */
    static int write(Program program, Path file, ThresholdsFile.Made made, Report report) {
        SequencedMap<String, Measured> measured = new LinkedHashMap<>();
        for (Report.QuestionReport asked : report.questions()) {
            asked.threshold().ifPresent(found -> measured.put(asked.wording(), measured(asked, found)));
        }
        List<String> without = report.questions().stream()
                .filter(asked -> asked.threshold().isEmpty())
                .map(Report.QuestionReport::title)
                .toList();
        if (measured.isEmpty()) {
            program.err()
                    .println("--thresholds: the labels of no question support a threshold for " + report.wanted() + "; "
                            + file + " is not written");
            return Program.MISSED;
        }
        Program.write(file, ThresholdsFile.bytes(made, report.wanted(), measured));
        program.out()
                .printf(
                        Locale.ROOT,
                        "%n%s has the threshold of %d of %d questions: SERVICE_FITTED=%s%n",
                        file,
                        measured.size(),
                        report.questions().size(),
                        file);
        if (!without.isEmpty()) {
            program.out()
                    .println("Without one, because their labels support none, and so not held back at all: "
                            + String.join("; ", without));
        }
        return 0;
    }

    private static Measured measured(Report.QuestionReport asked, ThresholdSearch.Found found) {
        return new Measured(
                asked.title(),
                found.threshold(),
                asked.metrics().rows(),
                found.point().answered(),
                found.bound());
    }
}
