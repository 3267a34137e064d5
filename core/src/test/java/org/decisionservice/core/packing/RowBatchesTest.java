// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.decisionservice.api.Usage;
import org.decisionservice.core.packing.RowBatches.Place;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;

class RowBatchesTest {
    @Test
    void takesOnePassWhereEverythingFits() {
        List<PackedState> states = List.of(state(10, 12), state(8, 9));
        RowBatches batches = RowBatches.of(states, 48, OptionalInt.empty());
        assertThat(sizes(batches)).containsExactly(4);
        checkPlaces(states, batches);
    }

    @Test
    void countsThePaddedSizeAndCutsBetweenStates() {
        List<PackedState> states = List.of(state(10, 12), state(8, 9), state(13, 2), state(1, 1));
        RowBatches batches = RowBatches.of(states, 52, OptionalInt.empty());
        assertThat(sizes(batches)).containsExactly(4, 4);
        checkPlaces(states, batches);
        assertThat(sizes(RowBatches.of(states, 51, OptionalInt.empty()))).containsExactly(4, 2, 2);
        assertThat(sizes(RowBatches.of(states, 47, OptionalInt.empty()))).containsExactly(2, 2, 2, 2);
    }

    @Test
    void cutsAStateThatIsOverTheBudgetByItselfBetweenItsRows() {
        List<PackedState> states = List.of(state(1, 1, 1), state(10, 10, 10), state(2, 2, 2));
        RowBatches batches = RowBatches.of(states, 20, OptionalInt.empty());
        assertThat(sizes(batches)).containsExactly(3, 2, 1, 3);
        checkPlaces(states, batches);
    }

    @Test
    void givesARowThatIsOverTheBudgetAPassOfItsOwn() {
        List<PackedState> states = List.of(state(30), state(40));
        RowBatches batches = RowBatches.of(states, 20, OptionalInt.empty());
        assertThat(sizes(batches)).containsExactly(1, 1);
        checkPlaces(states, batches);
    }

    @Test
    void letsTheClientsChoiceWinOverTheBudget() {
        List<PackedState> states =
                IntStream.range(0, 5).mapToObj(_ -> state(10, 10)).toList();
        RowBatches batches = RowBatches.of(states, 1, OptionalInt.of(2));
        assertThat(sizes(batches)).containsExactly(4, 4, 2);
        checkPlaces(states, batches);
    }

    @Test
    void makesNoPassWithoutQuestions() {
        assertThat(RowBatches.of(List.of(state(), state()), 100, OptionalInt.empty())
                        .batches())
                .isEmpty();
    }

    /** Every row is where its place says, and every pass is full of rows in order. */
    private static void checkPlaces(List<PackedState> states, RowBatches batches) {
        List<Row> inOrder = new ArrayList<>();
        for (RowBatch batch : batches.batches()) {
            IntStream.range(0, batch.size()).mapToObj(batch::row).forEach(inOrder::add);
        }
        assertThat(inOrder)
                .isEqualTo(states.stream().flatMap(s -> s.rows().stream()).toList());
        for (int s = 0; s < states.size(); s++) {
            for (int q = 0; q < states.get(s).rows().size(); q++) {
                Place place = batches.place(s, q);
                assertThat(batches.batches().get(place.batch()).row(place.row()))
                        .isSameAs(states.get(s).rows().get(q));
            }
        }
    }

    private static List<Integer> sizes(RowBatches batches) {
        return batches.batches().stream().map(RowBatch::size).toList();
    }

    private static PackedState state(int... lengths) {
        List<Row> rows = IntStream.of(lengths)
                .mapToObj(length -> new Row(new int[length], new int[] {0}, 0))
                .toList();
        return new PackedState(rows, new Usage(0, 0, 0, List.of(), new LinkedHashMap<>()));
    }
}
