// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentenceEvidenceTest {
    private static final Question NOUL = new Question.Noul("Is it so?", side("no"), side("yes"), Optional.empty());
    private static final Question SCORE =
            new Question.Score("How urgent?", List.of("low", "mid", "high"), Optional.empty());
    private static final Question CHOICE =
            new Question.Choice("Which?", List.of(option("a"), option("b"), option("rest")), Optional.empty());
    private static final int WINDOWS = 100;
    private static final WindowEvidence NOTHING = new WindowEvidence(noul(0.03), 7);

    private static Question.Side side(String label) {
        return new Question.Side(label, Optional.empty());
    }

    private static Question.Option option(String label) {
        return new Question.Option(new JsonString(label), Optional.empty());
    }

    private static Probabilities noul(double yes) {
        return Probabilities.of(1 - yes, yes);
    }

    /** Sentences that say no; the scale of their log-odds is that of ordinary sentences on the starter checkpoint. */
    private static List<Probabilities> no(int sentences, double scale, long seed) {
        Random random = new Random(seed);
        return new ArrayList<>(IntStream.range(0, sentences)
                .mapToObj(_ -> {
                    double u = random.nextDouble();
                    return noul(1 / (1 + Math.exp(4 - scale * Math.log(u / (1 - u)))));
                })
                .toList());
    }

    private static double yes(List<Probabilities> sentences) {
        return SentenceEvidence.added(NOUL, NOTHING, WINDOWS, sentences)
                .probabilities()
                .get(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20, 300, 900})
    void oneSentenceThatSaysYesDecides(int sentences) {
        for (int at : new int[] {0, sentences / 2, sentences - 1}) {
            List<Probabilities> distributions = no(sentences, 0.4, 1);
            distributions.set(at, noul(0.97));
            WindowEvidence found = SentenceEvidence.added(NOUL, NOTHING, WINDOWS, distributions);
            assertThat(found.window()).isEqualTo(WINDOWS + at);
            assertThat(found.probabilities().get(1)).isGreaterThan(0.5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20, 300, 900})
    void aStateWithoutEvidenceStaysANo(int sentences) {
        for (double scale : new double[] {0.3, 0.4, 0.5}) {
            double sum = 0;
            int found = 0;
            int maximum = 0;
            for (int state = 0; state < 400; state++) {
                List<Probabilities> distributions = no(sentences, scale, state);
                double yes = yes(distributions);
                sum += yes;
                found += yes > 0.5 ? 1 : 0;
                maximum += distributions.stream().anyMatch(p -> p.get(1) > 0.5) ? 1 : 0;
            }
            assertThat(found).as("scale %s", scale).isLessThanOrEqualTo(4 + maximum / 10);
            assertThat(sum / 400).as("scale %s", scale).isLessThan(2 * 0.03);
        }
    }

    @Test
    void thePlainMaximumWouldBeMisledInMostStates() {
        long found = IntStream.range(0, 400)
                .filter(state -> no(900, 0.7, state).stream().anyMatch(p -> p.get(1) > 0.5))
                .count();
        assertThat(found).isGreaterThan(300);
    }

    @Test
    void aConfidentYesDoesNotDecideAmongOthersNearlyAsConfident() {
        List<Probabilities> distributions = no(300, 0.4, 1);
        IntStream.range(0, 6).forEach(i -> distributions.set(40 * i, noul(0.88 + 0.01 * i)));
        assertThat(yes(distributions)).isLessThan(0.5);
        distributions.set(11, noul(0.98));
        assertThat(yes(distributions)).isGreaterThan(0.5);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 100})
    void severalSentencesThatSayYesDoNotHideEachOther(int findings) {
        List<Probabilities> distributions = no(300, 0.4, 1);
        IntStream.range(0, findings).forEach(i -> distributions.set(2 * i, noul(0.97)));
        assertThat(yes(distributions)).isGreaterThan(0.5);
    }

    @Test
    void theAnswerRisesSteadilyWithTheSentence() {
        // From the log-odds at which this sentence is the largest.
        double before = 0.03;
        for (double logOdds = -1; logOdds < 7; logOdds += 0.01) {
            List<Probabilities> distributions = no(300, 0.4, 1);
            distributions.set(5, noul(1 / (1 + Math.exp(-logOdds))));
            double yes = yes(distributions);
            assertThat(yes).as("at %s", logOdds).isBetween(before, before + 0.04);
            before = yes;
        }
        assertThat(before).isGreaterThan(0.9);
    }

    @Test
    void sentencesNeverLowerTheYesOfTheWindows() {
        WindowEvidence yes = new WindowEvidence(noul(0.9), 3);
        assertThat(SentenceEvidence.added(NOUL, yes, WINDOWS, no(300, 0.4, 1))).isEqualTo(yes);
        for (List<Probabilities> few : List.of(List.<Probabilities>of(), List.of(noul(0.99)))) {
            assertThat(SentenceEvidence.added(NOUL, yes, WINDOWS, few)).isEqualTo(yes);
        }
    }

    private static List<Probabilities> choices() {
        Random random = new Random(1);
        return new ArrayList<>(IntStream.range(0, 300)
                .mapToObj(_ -> {
                    double a = 0.05 + 0.3 * random.nextDouble();
                    double b = 0.01 + 0.02 * random.nextDouble();
                    return Probabilities.of(a, b, 1 - a - b);
                })
                .toList());
    }

    @Test
    void aSentenceDecidesAChoiceIfItsOptionStandsOut() {
        WindowEvidence rest = new WindowEvidence(Probabilities.of(0.1, 0.1, 0.8), 7);
        assertThat(SentenceEvidence.added(CHOICE, rest, WINDOWS, choices())).isEqualTo(rest);
        List<Probabilities> distributions = choices();
        distributions.set(44, Probabilities.of(0.02, 0.96, 0.02));
        WindowEvidence found = SentenceEvidence.added(CHOICE, rest, WINDOWS, distributions);
        assertThat(found.window()).isEqualTo(WINDOWS + 44);
        assertThat(found.probabilities().argMax()).isEqualTo(1);
        // In a state of a few windows, the windows count more than a sentence out of its context.
        assertThat(SentenceEvidence.added(CHOICE, rest, 3, distributions)).isEqualTo(rest);
        // The sentence is as confident as before, but now so are others.
        IntStream.range(0, 5).forEach(i -> distributions.set(50 + i, Probabilities.of(0.05, 0.93, 0.02)));
        assertThat(SentenceEvidence.added(CHOICE, rest, WINDOWS, distributions)
                        .probabilities()
                        .argMax())
                .isEqualTo(2);
    }

    @Test
    void aSentenceMovesAScoreInEitherDirection() {
        WindowEvidence middling = new WindowEvidence(Probabilities.of(0.2, 0.6, 0.2), 7);
        List<Probabilities> distributions = new ArrayList<>(IntStream.range(0, 300)
                .mapToObj(i -> Probabilities.of(0.35 - i * 0.001, 0.6, 0.05 + i * 0.001))
                .toList());
        assertThat(SentenceEvidence.added(SCORE, middling, WINDOWS, distributions)
                        .probabilities()
                        .mean())
                .isCloseTo(1, within(0.05));
        assertThat(moved(middling, distributions, Probabilities.of(0.01, 0.04, 0.95)))
                .isGreaterThan(1.8);
        assertThat(moved(middling, distributions, Probabilities.of(0.95, 0.04, 0.01)))
                .isLessThan(0.2);
    }

    private static double moved(WindowEvidence usual, List<Probabilities> others, Probabilities sentence) {
        List<Probabilities> distributions = new ArrayList<>(others);
        distributions.set(33, sentence);
        WindowEvidence found = SentenceEvidence.added(SCORE, usual, WINDOWS, distributions);
        assertThat(found.window()).isEqualTo(WINDOWS + 33);
        return found.probabilities().mean();
    }

    @Test
    void oneOptionIsCertain() {
        Question one = new Question.Choice("Which?", List.of(option("a")), Optional.empty());
        Question level = new Question.Score("How much?", List.of("a"), Optional.empty());
        List<Probabilities> distributions = List.of(Probabilities.of(1), Probabilities.of(1), Probabilities.of(1));
        WindowEvidence certain = new WindowEvidence(Probabilities.of(1), 0);
        for (Question question : List.of(one, level)) {
            assertThat(SentenceEvidence.added(question, certain, WINDOWS, distributions)
                            .probabilities())
                    .isEqualTo(Probabilities.of(1));
        }
    }
}
