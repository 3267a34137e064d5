// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.QuestionType;
import org.decisionservice.judging.metrics.Judged;
import org.junit.jupiter.api.Test;

class OutlookTest {
    /** Answers that claim {@code claimed} for the first of two options, which is right in {@code share} of them. */
    private static List<Sample> rows(int n, double claimed, double share) {
        SplittableRandom random = new SplittableRandom(5);
        List<Sample> rows = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            Judged answer = new Judged(
                    "Which?",
                    "w",
                    QuestionType.CHOICE,
                    List.of("a", "b"),
                    "english",
                    Optional.empty(),
                    Probabilities.of(claimed, 1 - claimed),
                    claimed,
                    random.nextDouble() < share ? 0 : 1);
            rows.add(new Sample(answer, 1));
        }
        return rows;
    }

    private static Outlook of(List<Sample> rows) {
        List<Outlook> all = Outlook.of(rows);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    @Test
    void fewLabelsAreToldHowManyToGet() {
        assertThat(of(rows(3, 0.8, 0.8)).wanted()).isEqualTo(200);
        assertThat(of(rows(25, 0.99, 0.6)).wanted()).isBetween(Calibrator.LEAST_FOR_OWN, 200);
    }

    @Test
    void manyLabelsOfTrueProbabilitiesNeedNoMore() {
        Outlook outlook = of(rows(4000, 0.8, 0.8));
        assertThat(Calibrator.fit(rows(4000, 0.8, 0.8)).isEmpty()).isTrue();
        assertThat(outlook.wanted())
                .satisfiesAnyOf(
                        none -> assertThat(none).isZero(),
                        more -> assertThat(more).isGreaterThan(4000));
    }

    @Test
    void labelsThatAreTurnedRoundAreWorseThanGuessing() {
        assertThat(of(rows(60, 0.9, 0.1)).isWorseThanGuessing()).isTrue();
        assertThat(of(rows(60, 0.9, 0.45)).isWorseThanGuessing()).isFalse();
        assertThat(of(rows(60, 0.9, 0.9)).isWorseThanGuessing()).isFalse();
        assertThat(of(rows(60, 0.9, 0.1)).right()).isLessThan(15);
    }
}
