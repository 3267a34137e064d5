// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.decisionservice.tools.report.Trial.Decision.DO_NOT;
import static org.decisionservice.tools.report.Trial.Decision.NOT_YET;
import static org.decisionservice.tools.report.Trial.Decision.SWITCH;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.decisionservice.api.Probabilities;
import org.junit.jupiter.api.Test;

class TrialTest {
    private static final double POINT = 0.01;

    /**
     * Answers of which so many are the same, and of those that differ only A, only B, none is right, or nobody knows.
     */
    private static Trial trial(int same, int onlyA, int onlyB, int none, int unlabelled) {
        return Trial.of(pairs(same, onlyA, onlyB, none, unlabelled), POINT, 1);
    }

    private static List<Comparison.Pair> pairs(int same, int onlyA, int onlyB, int none, int unlabelled) {
        List<Comparison.Pair> pairs = new ArrayList<>();
        add(pairs, same, Probabilities.of(0.5, 0.4, 0.1), OptionalInt.empty());
        add(pairs, onlyA, Probabilities.of(0.4, 0.5, 0.1), OptionalInt.of(0));
        add(pairs, onlyB, Probabilities.of(0.4, 0.5, 0.1), OptionalInt.of(1));
        add(pairs, none, Probabilities.of(0.4, 0.5, 0.1), OptionalInt.of(2));
        add(pairs, unlabelled, Probabilities.of(0.4, 0.5, 0.1), OptionalInt.empty());
        return pairs;
    }

    private static void add(List<Comparison.Pair> pairs, int count, Probabilities b, OptionalInt gold) {
        for (int i = 0; i < count; i++) {
            pairs.add(new Comparison.Pair(
                    pairs.size() + 1, "q", List.of("x", "y", "z"), Probabilities.of(0.5, 0.4, 0.1), b, gold));
        }
    }

    @Test
    void answersThatAreTheSameForSureNeedNoLabel() {
        assertThat(trial(368, 0, 0, 0, 0).decision()).isEqualTo(SWITCH);
        assertThat(trial(367, 0, 0, 0, 0).decision()).isEqualTo(NOT_YET);
        assertThat(trial(367, 0, 0, 0, 0).reason()).contains("none differs so far; about ", " more answers");
        assertThat(trial(1_500, 0, 0, 0, 6).decision()).isEqualTo(SWITCH);
        assertThat(trial(1_500, 0, 0, 0, 6).reason()).contains("the answers are the same: were each one");
    }

    @Test
    void answersThatDifferNeedLabels() {
        Trial trial = trial(2_900, 0, 0, 0, 100);
        assertThat(trial.decision()).isEqualTo(NOT_YET);
        assertThat(trial.labelled()).isZero();
        assertThat(trial.gain()).isEmpty();
        assertThat(trial.reason())
                .startsWith("100 differ and none is labelled; label the first 50, ")
                .containsPattern("about \\d+ labels of the 100 that differ decide$");
    }

    /** With so few answers even labels of all that differ would leave too much open. */
    @Test
    void whereLabelsAreNotEnoughMoreAnswersAreAskedFor() {
        assertThat(trial(190, 0, 0, 0, 10).reason()).contains(" more answers and, of those that differ then, ");
    }

    @Test
    void aShadowThatIsNoWorseByMoreThanTheMarginIsSwitchedTo() {
        Trial better = trial(900, 20, 80, 0, 0);
        assertThat(better.decision()).isEqualTo(SWITCH);
        assertThat(better.gain().orElseThrow().value()).isEqualTo(0.06);
        assertThat(better.reason()).startsWith("B is right more often");
        assertThat(trial(9_800, 100, 100, 0, 0).decision()).isEqualTo(SWITCH);
    }

    @Test
    void aShadowThatIsWorseForSureIsNot() {
        Trial worse = trial(900, 80, 20, 0, 0);
        assertThat(worse.decision()).isEqualTo(DO_NOT);
        assertThat(worse.reason()).startsWith("B is right less often for sure: of a hundred answers, from ");
    }

    @Test
    void fewLabelsDecideNothing() {
        Trial few = trial(960, 6, 5, 1, 28);
        assertThat(few.decision()).isEqualTo(NOT_YET);
        assertThat(few.labelled()).isEqualTo(12);
        assertThat(few.reason()).contains("more");
    }

    /** Where neither is right, nothing is lost or gained. */
    @Test
    void labelsThatNeitherHasRightCount() {
        assertThat(trial(9_000, 0, 0, 1_000, 0).decision()).isEqualTo(SWITCH);
        assertThat(trial(9_000, 0, 0, 0, 1_000).decision()).isEqualTo(NOT_YET);
    }

    @Test
    void labelsOfSomeCountAsDrawnFromAll() {
        Trial some = trial(9_000, 10, 40, 0, 950);
        assertThat(some.gain().orElseThrow().value()).isCloseTo(0.06, within(1e-9));
        assertThat(some.decision()).isEqualTo(SWITCH);
    }

    @Test
    void theMoreQuestionsTheSurerItMustBeThatOneIsWorse() {
        List<Comparison.Pair> worse = pairs(975, 18, 7, 0, 0);
        assertThat(Trial.of(worse, POINT, 1).decision()).isEqualTo(DO_NOT);
        assertThat(Trial.of(worse, POINT, 20).decision()).isEqualTo(NOT_YET);
    }

    @Test
    void severalQuestionsAreSwitchedOnlyTogether() {
        Trial same = trial(1_000, 0, 0, 0, 0);
        Trial worse = trial(900, 80, 20, 0, 0);
        Trial open = trial(50, 0, 0, 0, 1);
        assertThat(Trial.overall(List.of(same, same), same)).isEqualTo(SWITCH);
        assertThat(Trial.overall(List.of(same, open), same)).isEqualTo(NOT_YET);
        assertThat(Trial.overall(List.of(same, worse, open), open)).isEqualTo(DO_NOT);
        assertThat(Trial.overall(List.of(open, open), worse)).isEqualTo(DO_NOT);
    }
}
