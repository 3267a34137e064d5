// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.judging.metrics.Proportions;

/**
 * What the labels of one question say of a calibration beyond its values.
 *
 * @param question its name
 * @param labels how many there are
 * @param right how many of its answers are right
 * @param wanted about how many labels a fit would need to gain for sure; 0 if more would hardly change anything
 * @param options how many there are
 */
public record Outlook(String question, int labels, int right, int wanted, int options) {
    /** With as many labels a fit that gains anything nearly always shows it; docs/judging.md has the measurements. */
    private static final int ENOUGH = 200;

    /** Looks at each question of {@code rows}, which one checkpoint answered without calibration. */
    public static List<Outlook> of(List<Sample> rows) {
        SequencedMap<String, List<Integer>> questions = new TreeMap<>();
        IntStream.range(0, rows.size())
                .forEach(row -> questions
                        .computeIfAbsent(rows.get(row).answer().wording(), _ -> new ArrayList<>())
                        .add(row));
        Choice choice = new Choice(rows);
        return questions.values().stream().map(own -> of(rows, own, choice)).toList();
    }

    private static Outlook of(List<Sample> rows, List<Integer> own, Choice choice) {
        Sample first = rows.get(own.getFirst());
        List<Fit> fits = first.answer().type() == QuestionType.NOUL
                ? List.of(Fit.WIDE_TEMPERATURE, Fit.TEMPERATURE_AND_BIAS)
                : List.of(Fit.WIDE_TEMPERATURE);
        int wanted = own.size() < Choice.FOLDS
                ? ENOUGH
                : choice.wanted(own, (row, _) -> Scaling.of(rows.get(row).temperature()), fits);
        return new Outlook(
                first.answer().question(),
                own.size(),
                Math.toIntExact(own.stream()
                        .filter(row -> rows.get(row).answer().right())
                        .count()),
                enough(wanted, own.size()),
                first.answer().probabilities().size());
    }

    private static int enough(int wanted, int labels) {
        if (wanted == 0) {
            return labels < ENOUGH ? ENOUGH : 0;
        }
        return Math.max(wanted, Calibrator.LEAST_FOR_OWN);
    }

    /** Whether so few answers are right that guessing would do better for sure: labels may be turned round. */
    public boolean isWorseThanGuessing() {
        return options > 1 && Proportions.wilson(right, labels).high() < 1.0 / options;
    }
}
