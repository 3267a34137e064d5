// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowEvidenceTest {
    private static final Question NOUL = new Question.Noul("Is it so?", side("no"), side("yes"), Optional.empty());
    private static final Question SCORE =
            new Question.Score("How urgent?", List.of("low", "mid", "high"), Optional.empty());
    private static final Question CHOICE =
            new Question.Choice("Which?", List.of(option("a"), option("b"), option("rest")), Optional.empty());

    private static Question.Side side(String label) {
        return new Question.Side(label, Optional.empty());
    }

    private static Question.Option option(String label) {
        return new Question.Option(new JsonString(label), Optional.empty());
    }

    /**
     * Windows that say no, with different log-odds. Each half of a window has a random value; neighbours share a half,
     * and a window has the larger value of its two.
     */
    private static List<Probabilities> no(int windows, long seed) {
        Random random = new Random(seed);
        double[] halves =
                DoubleStream.generate(() -> logistic(random)).limit(windows + 1).toArray();
        return IntStream.range(0, windows)
                .mapToObj(i -> noul(1 / (1 + Math.exp(4.5 - Math.max(halves[i], halves[i + 1]) / 2))))
                .toList();
    }

    private static double logistic(Random random) {
        double u = random.nextDouble();
        return Math.log(u / (1 - u));
    }

    private static Probabilities noul(double yes) {
        return Probabilities.of(1 - yes, yes);
    }

    private static List<Probabilities> with(List<Probabilities> distributions, int at, Probabilities distribution) {
        List<Probabilities> changed = new ArrayList<>(distributions);
        changed.set(at, distribution);
        return changed;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 20, 200})
    void oneWindowThatSaysYesDecidesHoweverManySayNo(int windows) {
        for (int at : new int[] {0, windows / 2, windows - 1}) {
            WindowEvidence found = WindowEvidence.of(NOUL, with(no(windows, 1), at, noul(0.97)));
            assertThat(found.window()).isEqualTo(at);
            assertThat(found.probabilities().get(1)).isGreaterThan(0.6);
        }
    }

    @Test
    void aStateWithoutEvidenceIsANoHoweverManyWindowsItHas() {
        for (int windows : new int[] {2, 5, 20, 200, 2000}) {
            List<Double> together = new ArrayList<>();
            List<Double> single = new ArrayList<>();
            for (int state = 0; state < 400; state++) {
                List<Probabilities> distributions = no(windows, state);
                together.add(
                        WindowEvidence.of(NOUL, distributions).probabilities().get(1));
                single.add(distributions.getFirst().get(1));
            }
            // Not equal to it, because a few windows give a poor estimate of the noise.
            assertThat(mean(together)).as(windows + " windows").isLessThan(2 * mean(single));
            assertThat(together.stream().filter(yes -> yes > 0.5).count())
                    .as(windows + " windows")
                    .isLessThanOrEqualTo(2);
        }
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(each -> each).average().orElseThrow();
    }

    @Test
    void thePlainMaximumWouldBeMisled() {
        assertThat(no(2000, 1).stream().mapToDouble(p -> p.get(1)).max().orElseThrow())
                .isGreaterThan(0.2);
    }

    @Test
    void windowsThatAgreeGiveTheirCommonAnswer() {
        List<Probabilities> agreed = no(1, 1);
        WindowEvidence both = WindowEvidence.of(NOUL, List.of(agreed.getFirst(), agreed.getFirst()));
        assertThat(both.probabilities().get(1)).isCloseTo(agreed.getFirst().get(1), within(1e-12));
        List<Probabilities> yes =
                IntStream.range(0, 20).mapToObj(_ -> noul(0.9)).toList();
        assertThat(WindowEvidence.of(NOUL, yes).probabilities().get(1)).isCloseTo(0.9, within(1e-12));
    }

    @Test
    void aLessCertainWindowDoesNotDecideAChoice() {
        List<Probabilities> sure = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sure.add(Probabilities.of(0.02, 0.03 + i * 0.001, 0.95 - i * 0.001));
        }
        sure.set(7, Probabilities.of(0.3, 0.3, 0.4));
        assertThat(WindowEvidence.of(CHOICE, sure).probabilities().get(2)).isCloseTo(0.94, within(0.02));
        sure.set(12, Probabilities.of(0.9, 0.02, 0.08));
        WindowEvidence found = WindowEvidence.of(CHOICE, sure);
        assertThat(found.window()).isEqualTo(12);
        assertThat(found.probabilities().argMax()).isZero();
    }

    @Test
    void aScoreMovesInEitherDirection() {
        List<Probabilities> middling = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            middling.add(Probabilities.of(0.2 + i * 0.001, 0.6, 0.2 - i * 0.001));
        }
        assertThat(WindowEvidence.of(SCORE, middling).probabilities().mean()).isCloseTo(1, within(0.05));
        WindowEvidence high = WindowEvidence.of(SCORE, with(middling, 3, Probabilities.of(0.01, 0.04, 0.95)));
        assertThat(high.window()).isEqualTo(3);
        assertThat(high.probabilities().mean()).isGreaterThan(1.8);
        WindowEvidence low = WindowEvidence.of(SCORE, with(middling, 29, Probabilities.of(0.95, 0.04, 0.01)));
        assertThat(low.window()).isEqualTo(29);
        assertThat(low.probabilities().mean()).isLessThan(0.2);
    }

    @Test
    void oneOptionIsCertainInEveryWindow() {
        Question one = new Question.Choice("Which?", List.of(option("a")), Optional.empty());
        Question level = new Question.Score("How much?", List.of("a"), Optional.empty());
        List<Probabilities> distributions = List.of(Probabilities.of(1), Probabilities.of(1));
        assertThat(WindowEvidence.of(one, distributions).probabilities()).isEqualTo(Probabilities.of(1));
        assertThat(WindowEvidence.of(level, distributions).probabilities()).isEqualTo(Probabilities.of(1));
    }

    @Test
    void chanceGrowsWithTheNumberOfWindows() {
        assertThat(WindowNoise.chance(0, 1)).isCloseTo(0.5, within(1e-12));
        assertThat(WindowNoise.chance(3, 1)).isCloseTo(1 / (1 + Math.exp(3)), within(1e-12));
        assertThat(WindowNoise.chance(9, 200)).isCloseTo(200 * Math.exp(-9), within(1e-3));
        assertThat(WindowNoise.chance(-800, 3)).isEqualTo(1);
    }

    @Test
    void theLargestOfManyBecomesASingleValueThatIsAsRare() {
        assertThat(WindowNoise.asOneOf(3, 1)).isCloseTo(3, within(1e-12));
        for (double departure : new double[] {9, 20, 39}) {
            assertThat(WindowNoise.chance(WindowNoise.asOneOf(departure, 50), 1))
                    .isCloseTo(WindowNoise.chance(departure, 50), within(1e-9));
        }
        assertThat(WindowNoise.asOneOf(39.9, 50)).isCloseTo(39.9 - Math.log(50), within(1e-9));
        assertThat(WindowNoise.asOneOf(1800, 50)).isCloseTo(1800 - Math.log(50), within(1e-9));
        assertThat(WindowNoise.asOneOf(0, 200)).isZero();
    }
}
