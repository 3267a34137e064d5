// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardFeaturesTest {
    private static final double[] VIEW = {0.25, 0.25, 0.25, 0.25, 0, 0};

    /** Some rows are multiplied four at a time, and those that are left one by one. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9})
    void theProductOfTwoRowsDoesNotDependOnTheirPlaces(int count) {
        List<float[]> rows =
                new World(2, 8, 1, 0, 1, 0).rows(new SplittableRandom(1), count).vectors();
        int[] all = IntStream.range(0, count).toArray();
        double[][] products = new StandardFeatures(rows).products(VIEW, all, all);
        double[][] reversed = new StandardFeatures(rows.reversed()).products(VIEW, all, all);
        double squares = 0;
        for (int row = 0; row < count; row++) {
            squares += products[row][row] / count;
            double sum = 0;
            for (int other = 0; other < count; other++) {
                assertThat(products[row][other])
                        .isEqualTo(products[other][row])
                        .isCloseTo(reversed[count - 1 - row][count - 1 - other], within(1e-9));
                sum += products[row][other];
            }
            // Less their mean, the rows add up to nothing.
            assertThat(sum).isCloseTo(0, within(1e-9));
        }
        assertThat(squares).isCloseTo(1, within(1e-6));
    }
}
