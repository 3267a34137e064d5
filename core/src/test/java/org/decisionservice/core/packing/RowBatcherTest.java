// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.decisionservice.api.Usage;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;

class RowBatcherTest {
    @Test
    void makesOnePassIfEverythingFits() {
        List<PackedState> states = List.of(state(10, 12), state(8, 9));
        assertThat(sizes(states, 48, OptionalInt.empty())).containsExactly(4);
    }

    @Test
    void countsThePaddedSizeAndSplitsBetweenStates() {
        List<PackedState> states = List.of(state(10, 12), state(8, 9), state(13, 2), state(1, 1));
        assertThat(sizes(states, 52, OptionalInt.empty())).containsExactly(4, 4);
        assertThat(sizes(states, 51, OptionalInt.empty())).containsExactly(4, 2, 2);
        assertThat(sizes(states, 47, OptionalInt.empty())).containsExactly(2, 2, 2, 2);
    }

    @Test
    void splitsAStateOverTheBudgetBetweenItsRows() {
        List<PackedState> states = List.of(state(1, 1, 1), state(10, 10, 10), state(2, 2, 2));
        assertThat(sizes(states, 20, OptionalInt.empty())).containsExactly(3, 2, 1, 3);
    }

    @Test
    void aRowOverTheBudgetGetsItsOwnPass() {
        List<PackedState> states = List.of(state(30), state(40));
        assertThat(sizes(states, 20, OptionalInt.empty())).containsExactly(1, 1);
    }

    @Test
    void theClientsStatesPerPassOverrideTheBudget() {
        List<PackedState> states =
                IntStream.range(0, 5).mapToObj(_ -> state(10, 10)).toList();
        assertThat(sizes(states, 1, OptionalInt.of(2))).containsExactly(4, 4, 2);
    }

    @Test
    void makesNoPassWithoutQuestions() {
        assertThat(sizes(List.of(state(), state()), 100, OptionalInt.empty())).isEmpty();
    }

    /** The number of rows in each pass. Also checks that the rows are in the order of the states. */
    private static List<Integer> sizes(List<PackedState> states, int tokenBudget, OptionalInt statesPerPass) {
        RowBatcher batcher = new RowBatcher(tokenBudget, statesPerPass);
        states.forEach(state -> batcher.add(state.rows()));
        List<List<PackedRow>> batches = batcher.batches();
        assertThat(batches.stream().flatMap(List::stream))
                .containsExactlyElementsOf(
                        states.stream().flatMap(state -> state.rows().stream()).toList());
        return batches.stream().map(List::size).toList();
    }

    private static PackedState state(int... lengths) {
        List<PackedRow> rows = IntStream.of(lengths)
                .mapToObj(length -> PackedRow.of(new Row(new int[length], new int[] {0}, 0)))
                .toList();
        return new PackedState(rows, new Usage(0, 0, 0, List.of(), new LinkedHashMap<>()), List.of());
    }
}
