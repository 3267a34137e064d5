// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.decisionservice.api.QuestionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoverageTest {

    @Test
    void theSmallestProbabilitiesOfTheRightOptionMayBeMissed() {
        double[] heldOut = {0.9, 0.2, 0.7, 0.4, 0.8, 0.95, 0.6, 0.99, 0.5};
        assertThat(Coverage.of(heldOut, 0.9).least()).isEqualTo(0.2);
        assertThat(Coverage.of(heldOut, 0.8).least()).isEqualTo(0.4);
        assertThat(Coverage.of(heldOut, 0.5).least()).isEqualTo(0.7);
    }

    @Test
    void tooFewRowsExcludeNothing() {
        double[] heldOut = {0.9, 0.2, 0.7, 0.4, 0.8, 0.95, 0.6, 0.99, 0.5};
        assertThat(Coverage.of(heldOut, 0.95).least()).isZero();
        assertThat(Coverage.of(new double[0], 0.5)
                        .options(QuestionType.CHOICE, new double[] {1, 0})
                        .cardinality())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -0.5, 1.5, Double.NaN})
    void levelsOutsideAreRefused(double level) {
        assertThatThrownBy(() -> Coverage.of(new double[] {0.5}, level)).hasMessageContaining("not between 0 and 1");
    }

    @Test
    void theLikeliestOptionIsNeverExcluded() {
        Coverage coverage = new Coverage(0.6);
        assertThat(coverage.options(QuestionType.CHOICE, new double[] {0.3, 0.5, 0.2}))
                .isEqualTo(BitSet.valueOf(new long[] {0b010}));
        assertThat(new Coverage(0.3).options(QuestionType.CHOICE, new double[] {0.3, 0.5, 0.2}))
                .isEqualTo(BitSet.valueOf(new long[] {0b011}));
    }

    @Test
    void levelsAreAnInterval() {
        assertThat(new Coverage(0.25).options(QuestionType.SCORE, new double[] {0.05, 0.3, 0.1, 0.15, 0.4}))
                .isEqualTo(BitSet.valueOf(new long[] {0b11110}));
    }

    /** A level between two likelier ones fits as well as the less likely of them, so that a set never has a gap. */
    @Test
    void aLevelFitsAsWellAsThoseAroundIt() {
        double[] p = {0.05, 0.3, 0.1, 0.15, 0.4};
        assertThat(IntStream.range(0, 5).mapToDouble(level -> Coverage.score(QuestionType.SCORE, p, level)))
                .containsExactly(0.05, 0.3, 0.3, 0.3, 0.4);
        assertThat(Coverage.score(QuestionType.CHOICE, p, 2)).isEqualTo(0.1);
    }

    /** Over draws of held-out rows, the set of a new row holds the right option as often as the level says. */
    @ParameterizedTest
    @CsvSource({"20, 2, 0.8", "50, 2, 0.9", "50, 4, 0.9", "200, 4, 0.95", "99, 6, 0.99", "30, 3, 0.5"})
    void setsHoldTheRightOptionAsOftenAsTheyShould(int rows, int options, double level) {
        int draws = Boolean.getBoolean("nightly") ? 40_000 : 8_000;
        SplittableRandom random = new SplittableRandom(rows);
        int held = 0;
        for (int draw = 0; draw < draws; draw++) {
            double[] heldOut = new double[rows];
            for (int row = 0; row < rows; row++) {
                Drawn one = new Drawn(random, options);
                heldOut[row] = one.claimed[one.gold];
            }
            Drawn fresh = new Drawn(random, options);
            held += fresh.claimed[fresh.gold] >= Coverage.of(heldOut, level).least() ? 1 : 0;
        }
        // The share that the method has exactly, of which that of the draws is binomial.
        double exact = 1 - Math.floor((1 - level) * (rows + 1) + 1e-9) / (rows + 1);
        double error = Math.sqrt(exact * (1 - exact) / draws);
        assertThat(exact).isGreaterThanOrEqualTo(level);
        assertThat((double) held / draws).isBetween(exact - 4 * error, exact + 4 * error);
    }

    /** A row with probabilities that are far from true. */
    private static final class Drawn {
        private final double[] claimed;
        private final int gold;

        Drawn(SplittableRandom random, int options) {
            claimed = new double[options];
            gold = random.nextInt(options);
            double sum = 0;
            for (int option = 0; option < options; option++) {
                claimed[option] = Math.exp(3 * random.nextGaussian() + (option == gold ? 1 : 0));
                sum += claimed[option];
            }
            for (int option = 0; option < options; option++) {
                claimed[option] /= sum;
            }
        }
    }
}
