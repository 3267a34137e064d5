// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.judging.metrics.Proportions;

/**
 * The prospects of calibrating one question, by its labels.
 *
 * @param question its name
 * @param labels how many there are
 * @param right how many of its answers are right
 * @param wanted about how many labels a fit would need; 0 if more would hardly change anything
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
        boolean gains = own.size() >= Choice.FOLDS
                && choice.best(
                                own,
                                (row, _) -> Scaling.of(rows.get(row).temperature()),
                                Calibrator.ownFits(first.answer().type()))
                        .isPresent();
        return new Outlook(
                first.answer().question(),
                own.size(),
                Math.toIntExact(own.stream()
                        .filter(row -> rows.get(row).answer().right())
                        .count()),
                wanted(gains, own.size()),
                first.answer().probabilities().size());
    }

    private static int wanted(boolean gains, int labels) {
        if (gains) {
            return Calibrator.LEAST_FOR_OWN;
        }
        return labels < ENOUGH ? ENOUGH : 0;
    }

    /** Whether so few answers are right that guessing would do better for sure: labels may be turned round. */
    public boolean isWorseThanGuessing() {
        return options > 1 && Proportions.wilson(right, labels).high() < 1.0 / options;
    }
}
