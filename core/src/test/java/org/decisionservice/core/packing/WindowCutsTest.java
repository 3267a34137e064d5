// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WindowCutsTest {
    @Test
    void aStateThatFitsIsOneWindow() {
        for (int tokens : new int[] {0, 1, 99, 100}) {
            assertThat(starts(WindowCuts.of(tokens, 100))).containsExactly(0);
            assertThat(WindowCuts.of(tokens, 100).end(0)).isEqualTo(tokens);
        }
    }

    @Test
    void oneTokenTooManyIsTwoWindowsOfFullLength() {
        WindowCuts cuts = WindowCuts.of(101, 100);
        assertThat(starts(cuts)).containsExactly(0, 1);
        assertThat(cuts.end(0)).isEqualTo(100);
        assertThat(cuts.end(1)).isEqualTo(101);
    }

    @Test
    void windowsLieEvenlyAndNeighboursShareHalf() {
        assertThat(starts(WindowCuts.of(150, 100))).containsExactly(0, 50);
        assertThat(starts(WindowCuts.of(151, 100))).containsExactly(0, 25, 51);
        assertThat(starts(WindowCuts.of(300, 100))).containsExactly(0, 50, 100, 150, 200);
        assertThat(starts(WindowCuts.of(5, 3))).containsExactly(0, 2);
    }

    @Test
    void noTokenIsLeftOutAndNoNeighboursShareLessWhateverTheSizes() {
        for (int room = 1; room <= 40; room++) {
            for (int tokens = room + 1; tokens <= 400; tokens++) {
                WindowCuts cuts = WindowCuts.of(tokens, room);
                List<Integer> starts = starts(cuts);
                assertThat(starts.getFirst()).isZero();
                assertThat(cuts.end(cuts.count() - 1)).isEqualTo(tokens);
                for (int next = 1; next < cuts.count(); next++) {
                    assertThat(starts.get(next) - starts.get(next - 1))
                            .as("%d tokens, room for %d, window %d", tokens, room, next)
                            .isBetween(1, room - room / WindowCuts.OVERLAP);
                }
            }
        }
    }

    @Test
    void countsOfTheLongestStatesDoNotOverflow() {
        WindowCuts cuts = WindowCuts.of(200_000, 1);
        assertThat(cuts.count()).isEqualTo(200_000);
        assertThat(cuts.start(199_999)).isEqualTo(199_999);
    }

    private static List<Integer> starts(WindowCuts cuts) {
        return IntStream.range(0, cuts.count()).map(cuts::start).boxed().toList();
    }
}
