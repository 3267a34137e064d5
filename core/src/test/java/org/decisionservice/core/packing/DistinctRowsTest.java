// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;

class DistinctRowsTest {
    private static Row row(int... tokens) {
        return new Row(tokens, new int[] {0}, 0);
    }

    private static List<PackedRow> state(Row... rows) {
        return List.of(rows).stream().map(PackedRow::of).toList();
    }

    private static List<Row> distinct(DistinctRows rows) {
        return rows.states().stream().flatMap(List::stream).map(PackedRow::row).toList();
    }

    @Test
    void aRowIsThereOnceAndItsLogitsAreThoseOfAllThatAreEqual() {
        DistinctRows rows = new DistinctRows(
                List.of(state(row(1, 2), row(3)), state(row(4, 4), row(3)), state(row(1, 2), row(3)), state(row(5))));
        assertThat(rows.states()).extracting(List::size).containsExactly(2, 1, 0, 1);
        assertThat(distinct(rows)).containsExactly(row(1, 2), row(3), row(4, 4), row(5));

        Logits logits = rows.all(new Logits(
                List.of(new float[] {10}, new float[] {20}, new float[] {30}, new float[] {40}),
                new float[] {0.1f, 0.2f, 0.3f, 0.4f},
                List.of(new float[] {1}, new float[] {2}, new float[] {3}, new float[] {4})));
        assertThat(IntStream.range(0, logits.size()).mapToObj(i -> logits.optionLogit(i, 0)))
                .containsExactly(10f, 20f, 30f, 20f, 10f, 20f, 40f);
        assertThat(IntStream.range(0, logits.size()).mapToObj(logits::actProbability))
                .containsExactly(0.1f, 0.2f, 0.3f, 0.2f, 0.1f, 0.2f, 0.4f);
        assertThat(IntStream.range(0, logits.size())
                        .mapToObj(i -> logits.stateVectors(i).orElseThrow()[0]))
                .containsExactly(1f, 2f, 3f, 2f, 1f, 2f, 4f);
    }

    @Test
    void rowsThatShowTheEncoderSomethingElseAreBothComputed() {
        int[] tokens = {1, 2, 3, 4};
        List<Row> different = List.of(
                new Row(tokens, new int[] {0, 1}, 0),
                new Row(tokens, new int[] {0, 2}, 0),
                new Row(tokens, new int[] {0}, 0),
                new Row(tokens, new int[] {0, 1}, 1),
                new Row(tokens, new int[] {0, 1}, 3, 0),
                new Row(tokens, new int[] {0, 1}, 4, 0),
                new Row(tokens, new int[] {0, 1}, 0).withState(2, 3),
                new Row(tokens, new int[] {0, 1}, 0).withState(2, 4),
                new Row(new int[] {1, 2, 3, 5}, new int[] {0, 1}, 0));
        List<Row> twice = new ArrayList<>(different);
        twice.addAll(different);
        assertThat(distinct(new DistinctRows(List.of(state(twice.toArray(Row[]::new))))))
                .containsExactlyElementsOf(different);
    }

    @Test
    void rowsOfALengthOfTheirOwnAreNotPutTogether() {
        AtomicInteger made = new AtomicInteger();
        List<PackedRow> rows = IntStream.range(1, 9)
                .mapToObj(length -> new PackedRow(length, () -> {
                    made.incrementAndGet();
                    return row(new int[length]);
                }))
                .toList();
        assertThat(new DistinctRows(List.of(rows)).states()).containsExactly(rows);
        assertThat(made).hasValue(0);
    }

    @Test
    void rowsBesideOthersHaveAnotherDigest() {
        PackedRow one = PackedRow.of(row(1));
        PackedRow two = PackedRow.of(row(2));
        assertThat(RowDigest.of(List.of(List.of(one, two))))
                .isEqualTo(RowDigest.of(List.of(state(row(1), row(2)))))
                .isNotEqualTo(RowDigest.of(List.of(List.of(two, one))))
                .isNotEqualTo(RowDigest.of(List.of(List.of(one), List.of(two))))
                .isNotEqualTo(RowDigest.of(List.of(List.of(one))));
    }
}
