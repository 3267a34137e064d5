// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.contract.fitted.ThresholdsFile;
import org.decisionservice.contract.fitted.ThresholdsFile.Measured;
import org.decisionservice.judging.metrics.ThresholdSearch;
import org.decisionservice.tools.report.Report;

/** Writes the thresholds that a report found. */
public final class ThresholdsWriter {
    private ThresholdsWriter() {}

    /**
     * The file with the threshold of each question whose labels support one. A file without any would look as if
     * answers were held back, so there is none then.
     *
     * @param made what the answers were made with
     */
    public static Optional<byte[]> bytes(ThresholdsFile.Made made, Report report) {
        SequencedMap<String, Measured> measured = new LinkedHashMap<>();
        for (Report.QuestionReport asked : report.questions()) {
            asked.threshold().ifPresent(found -> measured.put(asked.wording(), measured(asked, found)));
        }
        return measured.isEmpty()
                ? Optional.empty()
                : Optional.of(ThresholdsFile.bytes(made, report.wanted(), measured));
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
