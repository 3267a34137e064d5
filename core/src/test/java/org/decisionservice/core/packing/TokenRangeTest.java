// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TokenRangeTest {
    @Test
    void oneTokenTooManyIsTwoWindowsOfFullLength() {
        assertThat(TokenRange.windows(101, 100)).containsExactly(new TokenRange(0, 100), new TokenRange(1, 100));
    }

    @Test
    void windowsLieEvenlyAndNeighboursShareHalf() {
        assertThat(starts(150, 100)).containsExactly(0, 50);
        assertThat(starts(151, 100)).containsExactly(0, 25, 51);
        assertThat(starts(300, 100)).containsExactly(0, 50, 100, 150, 200);
        assertThat(starts(5, 3)).containsExactly(0, 2);
    }

    @Test
    void noTokenIsLeftOutAndNoNeighboursShareLessWhateverTheSizes() {
        for (int room = 1; room <= 40; room++) {
            for (int tokens = room + 1; tokens <= 400; tokens++) {
                List<TokenRange> windows = TokenRange.windows(tokens, room);
                assertThat(windows.getFirst().first()).isZero();
                assertThat(windows.getLast().last()).isEqualTo(tokens - 1);
                for (int next = 1; next < windows.size(); next++) {
                    assertThat(windows.get(next).first() - windows.get(next - 1).first())
                            .as("%d tokens, room for %d, window %d", tokens, room, next)
                            .isBetween(1, room - room / TokenRange.OVERLAP);
                }
            }
        }
    }

    @Test
    void countsOfTheLongestStatesDoNotOverflow() {
        List<TokenRange> windows = TokenRange.windows(200_000, 1);
        assertThat(windows).hasSize(200_000);
        assertThat(windows.getLast().first()).isEqualTo(199_999);
    }

    private static List<Integer> starts(int tokens, int room) {
        return TokenRange.windows(tokens, room).stream().map(TokenRange::first).toList();
    }
}
