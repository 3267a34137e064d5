// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.decisionservice.engine.kit.ParallelRow.Stretch;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelRowTest {
    /** Three tokens, an option of two, one of three, three tokens: the example of the class. */
    private static final ParallelRow ROW = new ParallelRow(new Row(new int[11], new int[] {3, 5}, 8, 0));

    @Test
    void optionsBeginAtOnePositionAndTheRestContinuesAfterTheLongest() {
        assertThat(IntStream.range(0, ROW.length()).map(ROW::position))
                .containsExactly(0, 1, 2, 3, 4, 3, 4, 5, 6, 7, 8);
        assertThat(ROW.options()).isEqualTo(new Stretch(3, 8));
    }

    @Test
    void optionsDoNotSeeEachOther() {
        assertThat(seenBy(3, Integer.MAX_VALUE)).containsExactly(0, 1, 2, 3, 4, 8, 9, 10);
        assertThat(seenBy(7, Integer.MAX_VALUE)).containsExactly(0, 1, 2, 5, 6, 7, 8, 9, 10);
        assertThat(seenBy(0, Integer.MAX_VALUE)).hasSize(11);
        assertThat(seenBy(8, Integer.MAX_VALUE)).hasSize(11);
    }

    @Test
    void distancesAreBetweenPositions() {
        assertThat(seenBy(8, 2)).containsExactly(4, 6, 7, 8, 9, 10);
        assertThat(seenBy(2, 1)).containsExactly(1, 2, 3, 5);
        assertThat(seenBy(4, 1)).containsExactly(3, 4);
    }

    private static List<Integer> seenBy(int query, int window) {
        return IntStream.range(0, ROW.length())
                .filter(key -> ROW.sees(query, key, window))
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 100})
    void stretchHoldsEverythingThatItsQueriesSee(int window) {
        for (int start = 0; start < ROW.length(); start++) {
            for (int end = start + 1; end <= ROW.length(); end++) {
                List<Integer> seen = IntStream.range(start, end)
                        .boxed()
                        .flatMap(query -> seenBy(query, window).stream())
                        .toList();
                Stretch stretch = ROW.seen(new Stretch(start, end), window);
                assertThat(seen).allMatch(key -> key >= stretch.start() && key < stretch.end());
            }
        }
        assertThat(ROW.seen(new Stretch(9, 11), 1)).isEqualTo(new Stretch(8, 11));
        assertThat(ROW.seen(new Stretch(0, 1), 1)).isEqualTo(new Stretch(0, 2));
    }

    @Test
    void rowMustSayWhereItsOptionsEnd() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ParallelRow(new Row(new int[2], new int[] {0}, 0)))
                .withMessage("the row does not say where its options end");
    }
}
