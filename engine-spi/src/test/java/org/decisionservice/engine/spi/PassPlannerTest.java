// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PassPlannerTest {

    @Test
    void rowsThatFitShareAPass() {
        assertThat(PassPlanner.plan(batch(100, 300, 200))).containsExactly(List.of(1, 2, 0));
    }

    @Test
    void rowBeyondTheBoundGoesAlone() {
        assertThat(PassPlanner.plan(batch(10, PassPlanner.LARGEST_PASS + 1, 10)))
                .containsExactly(List.of(1), List.of(0, 2));
    }

    @Test
    void noPassIsLargerThanTheBoundWithItsPadding() {
        RowBatch batch = batch(IntStream.range(1, 256).toArray());
        List<List<Integer>> passes = PassPlanner.plan(batch);
        assertThat(passes.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, batch.size()).boxed().toList());
        for (List<Integer> pass : passes) {
            int longest =
                    pass.stream().mapToInt(r -> batch.row(r).length()).max().orElseThrow();
            assertThat(longest * pass.size()).isLessThanOrEqualTo(PassPlanner.LARGEST_PASS);
        }
    }

    private static RowBatch batch(int... lengths) {
        return RowBatch.of(IntStream.of(lengths)
                .mapToObj(length -> new Row(new int[length], new int[] {0}, 0))
                .toList());
    }
}
