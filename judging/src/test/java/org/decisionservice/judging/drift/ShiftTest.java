// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShiftTest {
    private static Tally counts(Trait trait, Object... counts) {
        Tally tally = new Tally();
        for (int i = 0; i < counts.length; i += 2) {
            tally.add(trait, (String) counts[i], (Integer) counts[i + 1]);
        }
        return tally;
    }

    private static Shift only(Tally before, Tally now) {
        return Shift.between(new Baseline.QuestionBaseline("w", before, Map.of()), now, 1)
                .getFirst();
    }

    /**
     * {@code scipy.stats.chi2_contingency([[300, 500, 200], [50, 30, 40]], correction=False,
     * lambda_="log-likelihood")}.
     */
    @Test
    void theProbabilityIsThatOfTheLikelihoodRatio() {
        Shift shift = only(
                counts(Trait.ANSWERS, "a", 300, "b", 500, "c", 200), counts(Trait.ANSWERS, "a", 50, "b", 30, "c", 40));
        assertThat(shift.p()).isCloseTo(5.576649234802193e-07, within(1e-15));
        assertThat(shift.distance()).isCloseTo(0.25, within(1e-12));
        assertThat(shift.most()).isEqualTo("b");
        assertThat(shift.before()).isEqualTo(0.5);
        assertThat(shift.now()).isEqualTo(0.25);
        assertThat(shift.answers()).isEqualTo(120);
    }

    @Test
    void rareCategoriesAreCountedTogether() {
        Shift shift = only(
                counts(Trait.ANSWERS, "a", 900, "b", 80, "c", 10, "d", 10), counts(Trait.ANSWERS, "a", 100, "e", 100));
        assertThat(shift.most()).isEqualTo("e");
        assertThat(shift.before()).isZero();
        assertThat(shift.now()).isEqualTo(0.5);
        assertThat(shift.distance()).isCloseTo(0.5, within(1e-12));
        assertThat(only(counts(Trait.ANSWERS, "a", 1000), counts(Trait.ANSWERS, "a", 60)))
                .satisfies(same -> assertThat(same.p()).isEqualTo(1))
                .satisfies(same -> assertThat(same.distance()).isZero());
        assertThat(only(counts(Trait.ANSWERS, "a", 1000), counts(Trait.ANSWERS, "a", 55, "b", 5))
                        .isAlarm(1))
                .isFalse();
        Shift other = only(counts(Trait.LANGUAGES, "en", 1000), counts(Trait.LANGUAGES, "de", 60));
        assertThat(other.isAlarm(5)).isTrue();
        assertThat(other.distance()).isEqualTo(1);
    }

    @Test
    void confidencesAreComparedInStepsThatHoldATenthEach() {
        Random random = new Random(1);
        Tally before = new Tally();
        Tally now = new Tally();
        IntStream.range(0, 2_000).forEach(_ -> before.add(sure(1 - 0.3 * random.nextDouble())));
        IntStream.range(0, 500).forEach(_ -> now.add(sure(0.9 - 0.3 * random.nextDouble())));
        Shift shift = Shift.between(new Baseline.QuestionBaseline("w", before, Map.of()), now, 1).stream()
                .filter(each -> each.trait() == Trait.CONFIDENCE)
                .findFirst()
                .orElseThrow();
        assertThat(shift.distance()).isBetween(0.28, 0.40);
        assertThat(shift.most()).matches("0\\.\\d\\d to (0\\.\\d\\d|1)");
        assertThat(shift.isAlarm(5)).isTrue();
    }

    /** A busy service has thousands of times the answers of the baseline in a window. */
    @ParameterizedTest
    @ValueSource(ints = {1, 60, 100, 1_000, 100_000})
    void whatIsGoneIsToldHoweverManyAnswersThereAre(int times) {
        Shift languages = only(
                counts(Trait.LANGUAGES, "en", 60), counts(Trait.LANGUAGES, "de", 59 * times, "fr", 1, "it", times));
        assertThat(languages.distance()).isCloseTo(1, within(1e-12));
        assertThat(languages.isAlarm(45)).isTrue();
        Shift half = only(counts(Trait.ANSWERS, "a", 30, "b", 30), counts(Trait.ANSWERS, "b", 60 * times));
        assertThat(half.distance()).isCloseTo(0.5, within(1e-12));
        assertThat(half.isAlarm(45)).isTrue();
        Shift surer = only(
                counts(Trait.CONFIDENCE, "0.80", 60), counts(Trait.CONFIDENCE, "0.70", 57 * times, "0.76", 3 * times));
        assertThat(surer.distance()).isGreaterThan(0.9);
        assertThat(surer.isAlarm(45)).isTrue();
        Shift rare = only(counts(Trait.ANSWERS, "a", 59, "b", 1), counts(Trait.ANSWERS, "a", 60 * times));
        assertThat(rare.isAlarm(1)).isFalse();
    }

    /** Samples of one distribution, in which some answers are rare and most confidences high. */
    @ParameterizedTest
    @CsvSource({"60, 60", "60, 3000", "3000, 60", "300, 3000"})
    void nothingIsToldWhereNothingHasChanged(int before, int now) {
        Random random = new Random(before + now);
        int draws = 1_000;
        Map<Trait, Integer> sure = new EnumMap<>(Trait.class);
        for (int draw = 0; draw < draws; draw++) {
            Tally[] samples = {new Tally(), new Tally()};
            for (int i = 0; i < before + now; i++) {
                int answer = (int) (-2 * Math.log(random.nextDouble()));
                samples[i < before ? 0 : 1].add(new Tally.Seen(
                        "a" + answer,
                        1 - Math.pow(random.nextDouble(), 3) / 2,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
            }
            Shift.between(new Baseline.QuestionBaseline("w", samples[0], Map.of()), samples[1], 1)
                    .forEach(shift -> sure.merge(shift.trait(), shift.p() <= 0.01 ? 1 : 0, Integer::sum));
        }
        assertThat(sure).containsOnlyKeys(Trait.ANSWERS, Trait.CONFIDENCE, Trait.LANGUAGES);
        assertThat(sure.values()).allMatch(count -> count <= 0.02 * draws);
    }

    private static Tally.Seen sure(double confidence) {
        return new Tally.Seen("a", confidence, Optional.empty(), Optional.empty(), Optional.of(false));
    }

    @Test
    void nothingIsSaidOfFewAnswersOrATraitThatOneDoesNotHave() {
        Tally before = counts(Trait.ANSWERS, "a", 900, "b", 900);
        Tally few = counts(Trait.ANSWERS, "a", 49);
        assertThat(Shift.between(new Baseline.QuestionBaseline("w", before, Map.of()), few, 1))
                .isEmpty();
        Tally other = counts(Trait.TRUNCATION, "whole", 900);
        assertThat(Shift.between(new Baseline.QuestionBaseline("w", before, Map.of()), other, 1))
                .isEmpty();
    }

    @Test
    void aDifferenceThatIsSureButSmallIsNoAlarm() {
        Shift small = only(
                counts(Trait.ANSWERS, "a", 500_000, "b", 500_000), counts(Trait.ANSWERS, "a", 540_000, "b", 460_000));
        assertThat(small.p()).isLessThan(1e-100);
        assertThat(small.isAlarm(1)).isFalse();
    }

    /** Days that differ by themselves make the same distance an ordinary one. */
    @Test
    void whatDaysDifferByIsNoDrift() {
        Random random = new Random(3);
        List<Tally> alike = new ArrayList<>();
        List<Tally> unlike = new ArrayList<>();
        for (int day = 0; day < 28; day++) {
            alike.add(day(random, 0.3));
            unlike.add(day(random, day % 7 < 5 ? 0.2 : 0.55));
        }
        Dispersion independent = Shift.dispersion(Trait.ANSWERS, alike);
        Dispersion weekly = Shift.dispersion(Trait.ANSWERS, unlike);
        assertThat(independent.ratio()).isBetween(1.0, 1.8);
        assertThat(independent.degrees()).isEqualTo(27);
        assertThat(weekly.ratio()).isGreaterThan(20);
        assertThat(weekly.answersPerDay()).isEqualTo(1_000);
        Tally weekend = day(random, 0.55);
        assertThat(compared(alike, independent, weekend).isAlarm(1)).isTrue();
        assertThat(compared(unlike, weekly, weekend).isAlarm(1)).isFalse();
        assertThat(compared(unlike, weekly, day(random, 0.98)).isAlarm(1)).isTrue();
        assertThat(Shift.dispersion(Trait.ANSWERS, unlike.subList(0, 2))).isEqualTo(Dispersion.UNKNOWN);
    }

    private static Tally day(Random random, double share) {
        int yes = (int) IntStream.range(0, 1_000)
                .filter(_ -> random.nextDouble() < share)
                .count();
        return counts(Trait.ANSWERS, "yes", yes, "no", 1_000 - yes);
    }

    private static Shift compared(List<Tally> days, Dispersion dispersion, Tally now) {
        Tally all = new Tally();
        days.forEach(all::add);
        Map<Trait, Dispersion> dispersions = new EnumMap<>(Map.of(Trait.ANSWERS, dispersion));
        return Shift.between(new Baseline.QuestionBaseline("w", all, dispersions), now, 1)
                .getFirst();
    }

    @Test
    void aClientThatMakesUpCategoriesDoesNotFillMemory() {
        Tally tally = new Tally();
        IntStream.range(0, 5_000).forEach(i -> tally.add(Trait.LANGUAGES, "x" + i, 1));
        assertThat(tally.counts(Trait.LANGUAGES)).hasSize(1_001).containsEntry(Tally.OTHERS, 4_000L);
        assertThat(tally.total(Trait.LANGUAGES)).isEqualTo(5_000);
    }
}
