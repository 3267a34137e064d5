// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.decisionservice.core.learning.Familiarity;
import org.junit.jupiter.api.Test;

class FamiliarStatesTest {
    private static final World WORLD = new World(2, 16, 1, 1, 1, 1);

    private static double unlike(Familiarity states, LabelledVectors rows) {
        return rows.vectors().stream().filter(states::unlike).count() / (double) rows.size();
    }

    /** Other rows of the same world are as far away as the labelled ones; mirrored, they are somewhere else. */
    @Test
    void fewStatesLikeTheLabelledOnesAreUnlikeThemAndMostOthersAre() {
        double alarms = 0;
        double found = 0;
        int draws = 20;
        for (int draw = 0; draw < draws; draw++) {
            SplittableRandom random = new SplittableRandom(draw);
            Familiarity states = FamiliarStates.of(WORLD.rows(random, 100)).orElseThrow();
            LabelledVectors others = WORLD.rows(random, 200);
            alarms += unlike(states, others) / draws;
            found += unlike(
                            states,
                            new LabelledVectors(
                                    others.logits(),
                                    others.vectors().stream()
                                            .map(FamiliarStatesTest::mirrored)
                                            .toList(),
                                    others.gold()))
                    / draws;
        }
        assertThat(alarms).isBetween(0.02, FamiliarStates.FALSE_ALARMS + 0.01);
        assertThat(found).isGreaterThan(0.9);
    }

    private static float[] mirrored(float[] vectors) {
        float[] mirrored = new float[vectors.length];
        for (int i = 0; i < vectors.length; i++) {
            mirrored[i] = -vectors[i];
        }
        return mirrored;
    }

    /**
     * The second of four dimensions alone differs: its variance is 1, the mean of all 0.25, a tenth of which is added.
     */
    @Test
    void aDimensionThatDoesNotVaryHasAFloor() {
        List<float[]> vectors = IntStream.range(0, 20)
                .mapToObj(row -> new float[] {1, row % 2 == 0 ? 1 : -1, 1, 1})
                .toList();
        Familiarity states = FamiliarStates.of(new LabelledVectors(
                        Collections.nCopies(20, new double[2]), vectors, Collections.nCopies(20, 0)))
                .orElseThrow();
        assertThat(states.mean()).containsExactly(1, 0, 1, 1);
        assertThat(states.variances()).containsExactly(0.025f, 1.025f, 0.025f, 0.025f);
    }

    @Test
    void fewStatesSayNothing() {
        LabelledVectors rows = WORLD.rows(new SplittableRandom(1), FamiliarStates.LEAST);
        assertThat(FamiliarStates.LEAST).isEqualTo(19);
        assertThat(FamiliarStates.of(rows)).isPresent();
        assertThat(FamiliarStates.of(
                        rows.rows(IntStream.range(1, rows.size()).boxed().toList())))
                .isEmpty();
    }

    /** Else a file that repeats its rows would look as if nothing were far from the others. */
    @Test
    void equalStatesCountOnce() {
        LabelledVectors rows = WORLD.rows(new SplittableRandom(1), 30);
        List<Integer> twice = new ArrayList<>();
        IntStream.range(0, 30).forEach(row -> twice.addAll(List.of(row, row)));
        assertThat(FamiliarStates.of(rows.rows(twice)))
                .usingRecursiveComparison()
                .isEqualTo(FamiliarStates.of(rows));
        assertThat(FamiliarStates.of(rows.rows(
                        IntStream.range(0, 60).map(row -> row % 18).boxed().toList())))
                .isEmpty();
    }

    @Test
    void statesThatTheEncoderDoesNotTellApartSayNothing() {
        LabelledVectors rows = WORLD.rows(new SplittableRandom(1), 30);
        List<float[]> same = IntStream.range(0, 30)
                .mapToObj(row -> rows.vectors().getFirst())
                .toList();
        assertThat(FamiliarStates.of(new LabelledVectors(rows.logits(), same, rows.gold())))
                .isEmpty();
    }
}
