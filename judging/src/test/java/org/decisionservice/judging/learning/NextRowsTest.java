// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which rows are chosen to be labelled next. */
class NextRowsTest {
    private static final double[] UNSURE = {0.1, 0};
    private static final double[] SURE = {8, 0};

    /** A row whose vectors all point to {@code degrees}. */
    private static float[] towards(double degrees) {
        float across = (float) (3 * Math.cos(Math.toRadians(degrees)));
        float up = (float) (3 * Math.sin(Math.toRadians(degrees)));
        return new float[] {across, up, 2 * across, 2 * up, across, up, across, up};
    }

    private static List<float[]> vectors(double... degrees) {
        return Arrays.stream(degrees).mapToObj(NextRowsTest::towards).toList();
    }

    @Test
    void theLeastSureRowIsTheFirst() {
        List<double[]> logits = List.of(SURE, new double[] {1, 0}, UNSURE, new double[] {2, 0});
        assertThat(NextRows.choose(logits, vectors(0, 30, 60, 90), List.of(), 1))
                .containsExactly(2);
    }

    @Test
    void theNextRowIsUnlikeTheFirst() {
        List<double[]> logits = List.of(UNSURE, UNSURE, new double[] {0.3, 0}, SURE);
        List<Integer> chosen = NextRows.choose(logits, vectors(0, 1, 80, 90), List.of(), 2);
        assertThat(chosen.getFirst()).isIn(0, 1);
        assertThat(chosen.getLast()).isEqualTo(2);
    }

    /** Nothing is learned from a row that no other one is like. */
    @Test
    void ofRowsInDoubtOneThatManyAreLikeIsTheFirst() {
        List<double[]> logits = Collections.nCopies(6, UNSURE);
        assertThat(NextRows.choose(logits, vectors(80, 0, 2, 4, 6, 8), List.of(), 1))
                .isSubsetOf(2, 3, 4);
    }

    @Test
    void rowsLikeLabelledOnesArePassedOver() {
        List<double[]> logits = List.of(UNSURE, new double[] {0.3, 0});
        assertThat(NextRows.choose(logits, vectors(0, 80), vectors(2), 1)).containsExactly(1);
        assertThat(NextRows.choose(logits, vectors(0, 80), vectors(0, 80), 2)).isEmpty();
    }

    @Test
    void theSameTextIsChosenOnce() {
        List<double[]> logits = List.of(UNSURE, UNSURE, UNSURE, SURE);
        assertThat(NextRows.choose(logits, vectors(20, 20, 20, 70), List.of(), 4))
                .containsExactly(0, 3);
    }

    @Test
    void aStateWithoutATokenIsARowLikeOthers() {
        List<double[]> logits = List.of(SURE, UNSURE);
        assertThat(NextRows.choose(logits, List.of(towards(0), new float[8]), List.of(), 5))
                .containsExactly(1, 0);
    }

    /** Labels that were chosen teach more than as many drawn at random, where half of the rows are of one kind. */
    @Test
    void chosenLabelsTeachMoreThanRandomOnes() {
        LabelledVectors rows = new World(2, 16, 1, 0.5, 1, 3).rows(new SplittableRandom(3), 1_500);
        List<Integer> pool = IntStream.range(0, 700).boxed().toList();
        LabelledVectors held = rows.rows(IntStream.range(700, 1_500).boxed().toList());
        double random = 0;
        double next = 0;
        for (int draw = 0; draw < 4; draw++) {
            List<Integer> order = new ArrayList<>(pool);
            Collections.shuffle(order, new Random(draw));
            random += right(rows.rows(order.subList(0, 80)), held);
            next += right(rows.rows(chosen(rows, order.subList(0, 500), 80)), held);
        }
        assertThat(next).isGreaterThan(random);
    }

    private static List<Integer> chosen(LabelledVectors rows, List<Integer> pool, int count) {
        List<Integer> chosen = new ArrayList<>(pool.subList(0, 20));
        while (chosen.size() < count) {
            Learning learning = Learner.learn(rows.rows(chosen));
            LabelledVectors left = rows.rows(pool);
            List<double[]> logits = IntStream.range(0, left.size())
                    .mapToObj(row -> learning instanceof Learning.Learned learned
                            ? learned.question()
                                    .logits(
                                            left.logits().get(row),
                                            left.vectors().get(row))
                            : left.logits().get(row))
                    .toList();
            NextRows.choose(logits, left.vectors(), rows.rows(chosen).vectors(), 20)
                    .forEach(place -> chosen.add(pool.get(place)));
        }
        return chosen;
    }

    private static double right(LabelledVectors labels, LabelledVectors held) {
        Learning learning = Learner.learn(labels);
        int right = 0;
        for (int row = 0; row < held.size(); row++) {
            double[] logits = learning instanceof Learning.Learned learned
                    ? learned.question()
                            .logits(held.logits().get(row), held.vectors().get(row))
                    : held.logits().get(row);
            right += (logits[1] > logits[0] ? 1 : 0) == held.gold().get(row) ? 1 : 0;
        }
        return (double) right / held.size();
    }
}
