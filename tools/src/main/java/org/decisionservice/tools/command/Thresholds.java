// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decisionservice.contract.fitted.ThresholdsFile;
import org.decisionservice.tools.judge.ThresholdsWriter;
import org.decisionservice.tools.report.Report;

/** Writes the thresholds of a report, and says what is written and what is not. */
final class Thresholds {
    private Thresholds() {}

    /**
     * Writes the threshold of each question whose labels support one, if there is any.
     *
     * @param made what the answers were made with
     * @return the exit status: 0, or 1 if nothing was written
     */
    static int write(Program program, Path file, ThresholdsFile.Made made, Report report) {
        List<String> without = report.questions().stream()
                .filter(asked -> asked.threshold().isEmpty())
                .map(Report.QuestionReport::title)
                .toList();
        Optional<byte[]> thresholds = ThresholdsWriter.bytes(made, report);
        if (thresholds.isEmpty()) {
            program.err()
                    .println("--thresholds: the labels of no question support a threshold for " + report.wanted() + "; "
                            + file + " is not written");
            return Program.MISSED;
        }
        Program.write(file, thresholds.get());
        program.out()
                .printf(
                        Locale.ROOT,
                        "%n%s has the threshold of %d of %d questions: SERVICE_FITTED=%s%n",
                        file,
                        report.questions().size() - without.size(),
                        report.questions().size(),
                        file);
        if (!without.isEmpty()) {
            program.out()
                    .println("Without one, because their labels support none, and so not held back at all: "
                            + String.join("; ", without));
        }
        return 0;
    }
}
