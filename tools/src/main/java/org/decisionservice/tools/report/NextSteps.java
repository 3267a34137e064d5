// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.judging.metrics.RiskCoverage;
import org.decisionservice.judging.metrics.ThresholdSearch;

/**
 * Advice about one question, first things first: how far its answers can be used today, and how more of them become
 * right. Every step names the command that it takes.
 *
 * @param useless whether one and the same answer would be right as often
 */
record NextSteps(
        List<Judged> rows,
        Metrics metrics,
        Optional<ThresholdSearch.Found> threshold,
        double wanted,
        boolean useless,
        Measurement measurement) {
    /** Learning usually pays from so many labels on. */
    private static final int ENOUGH_TO_LEARN = 100;

    private static final String ALONE = "Do not let it decide alone.";

    List<String> sentences() {
        List<String> steps = new ArrayList<>(List.of(use()));
        if (useless || metrics.accuracy().value() < Verdict.VERY_GOOD) {
            if (measurement.learned().isEmpty()) {
                steps.add(word());
                steps.add(learn());
            } else {
                steps.add(
                        "More labels, above all of what it gets wrong, make more answers right: add them to those that"
                                + " ./serve learn has had.");
            }
        }
        if (metrics.calibrationError().interval().low() > Verdict.NEGLIGIBLE
                && measurement.calibration().isEmpty()
                && measurement.learned().isEmpty()) {
            steps.add("If only its probabilities are to become honest, ./serve calibrate does that; which option is"
                    + " answered hardly changes.");
        }
        return steps;
    }

    private String use() {
        if (useless) {
            return ALONE;
        }
        if (threshold.isPresent()) {
            ThresholdSearch.Found found = threshold.get();
            return found.threshold() == 0
                    ? String.format(
                            Locale.ROOT,
                            "Every answer can be used as it is: at least %s of new ones will be right.",
                            Verdict.percent(Math.floor(100 * found.bound())))
                    : String.format(
                            Locale.ROOT,
                            "Let it decide alone where it is sure, with \"min_confidence\": %s (%s of the rows), and give"
                                    + " the rest to a person. --thresholds writes this to a file for SERVICE_FITTED.",
                            TextReport.number(found.threshold()),
                            Verdict.percent(100 * found.point().coverage()));
        }
        if (metrics.accuracy().value() < Verdict.FAIR) {
            return ALONE;
        }
        return "Have a person look at its answers: " + Promise.instead(RiskCoverage.of(rows), rows.size(), wanted)
                + ".";
    }

    private String word() {
        String how = switch (rows.getFirst().type()) {
            case CHOICE ->
                isDescribed()
                        ? "say what tells options apart that are mistaken for each other"
                        : "say in a few words what each option means";
            case SCORE -> "name each level by what one would see in the text";
            case NOUL -> "say exactly what counts as yes and what as no";
        };
        return "Try other words: " + how
                + ". Keep them only if ./serve compare finds that more of these labels are right:"
                + " some descriptions make answers worse.";
    }

    private String learn() {
        return (rows.size() < ENOUGH_TO_LEARN
                        ? "Label about " + ENOUGH_TO_LEARN + " rows and learn from them"
                        : "Learn from these labels")
                + ": with ./serve learn more answers become right. Judge it on rows that it has not learned from.";
    }

    /** Whether an option of a choice is more than its name. */
    private boolean isDescribed() {
        Judged first = rows.getFirst();
        List<String> texts = first.context().optionTexts();
        return texts.stream().anyMatch(text -> first.options().stream().noneMatch(text::equalsIgnoreCase));
    }
}
