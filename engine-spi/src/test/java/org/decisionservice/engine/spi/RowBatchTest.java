// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.IntBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowBatchTest {
    private static final Row SHORT = new Row(new int[] {5, 6}, new int[] {1}, 2);
    private static final Row LONG = new Row(new int[] {7, 8, 9}, new int[] {0, 2}, 0);

    @Test
    void rowsLieBehindOneAnotherWithoutPadding() {
        RowBatch batch = RowBatch.of(List.of(SHORT, LONG));
        int[] ids = new int[5];
        batch.tokenIds().get(ids);
        assertThat(ids).containsExactly(5, 6, 7, 8, 9);
        assertThat(List.of(batch.start(0), batch.start(1))).containsExactly(0, 2);
        assertThat(batch.size()).isEqualTo(2);
        assertThat(batch.tokenCount()).isEqualTo(5);
        assertThat(batch.optionCount()).isEqualTo(3);
        assertThat(batch.longestRow()).isEqualTo(3);
        assertThat(batch.row(1)).isSameAs(LONG);
    }

    @Test
    void batchCannotBeChangedFromOutside() {
        List<Row> rows = new ArrayList<>(List.of(SHORT));
        RowBatch batch = RowBatch.of(rows);
        rows.add(LONG);
        assertThat(batch.size()).isEqualTo(1);
        IntBuffer ids = batch.tokenIds();
        assertThatExceptionOfType(ReadOnlyBufferException.class).isThrownBy(() -> ids.put(0, 99));
        ids.get();
        assertThat(batch.tokenIds().position()).isZero();
    }

    @Test
    void aBatchAsksForStateVectorsOnlyIfToldTo() {
        RowBatch batch = RowBatch.of(List.of(SHORT, LONG));
        assertThat(batch.stateVectors()).isFalse();
        assertThat(batch.withStateVectors().stateVectors()).isTrue();
        assertThat(batch.withStateVectors().row(1)).isSameAs(LONG);
        assertThat(batch.withStateVectors().tokenIds()).isEqualTo(batch.tokenIds());
    }

    @Test
    void aRowSaysWhereItsStateIs() {
        Row row = LONG.withState(1, 3);
        assertThat(List.of(row.stateStart(), row.stateEnd())).containsExactly(1, 3);
        assertThat(row.tokenId(2)).isEqualTo(9);
        assertThat(row).isNotEqualTo(LONG).isEqualTo(LONG.withState(1, 3));
        assertThat(List.of(LONG.stateStart(), LONG.stateEnd())).containsExactly(0, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> LONG.withState(1, 4));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LONG.withState(2, 1))
                .withMessage("a state from 2 to 1 in a row of 3");
    }

    @Test
    void emptyBatchIsNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> RowBatch.of(List.of()));
    }

    @Test
    void rowKeepsItsOwnNumbers() {
        int[] ids = {1, 2, 3};
        int[] markers = {0, 2};
        Row row = new Row(ids, markers, 1);
        ids[0] = 99;
        markers[0] = 1;
        assertThat(row.tokenId(0)).isEqualTo(1);
        assertThat(row.marker(0)).isZero();
        assertThat(row.length()).isEqualTo(3);
        assertThat(row.options()).isEqualTo(2);
        assertThat(row.type(0)).isEqualTo(1);
    }

    @Test
    void aRowOfSeveralQuestionsSaysWhichATokenBelongsTo() {
        int[] ids = {5, 6, 7};
        int[] types = {Row.NO_QUESTION, 1, 2};
        Row row = Row.ofTypes(ids, new int[] {1, 2}, types);
        types[1] = 0;
        assertThat(List.of(row.type(0), row.type(1), row.type(2))).containsExactly(Row.NO_QUESTION, 1, 2);
        assertThat(row.withState(0, 1).type(2)).isEqualTo(2);
        assertThat(row).isNotEqualTo(Row.ofTypes(ids, new int[] {1, 2}, types));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Row.ofTypes(ids, new int[] {1}, new int[] {0, 0}))
                .withMessage("2 types for a row of 3");
        assertThatIllegalArgumentException().isThrownBy(() -> Row.ofTypes(ids, new int[] {1}, new int[] {0, 4, 0}));
        assertNoRow(ids, new int[] {1}, Row.NO_QUESTION);
    }

    @Test
    void markersAscendInsideTheRow() {
        assertNoRow(new int[] {1, 2}, new int[] {2}, 0);
        assertNoRow(new int[] {1, 2}, new int[] {-1}, 0);
        assertNoRow(new int[] {1, 2}, new int[] {1, 1}, 0);
        assertNoRow(new int[] {1, 2}, new int[] {1, 0}, 0);
        assertNoRow(new int[] {1, 2}, new int[] {}, 0);
        assertNoRow(new int[] {}, new int[] {0}, 0);
    }

    @Test
    void optionsEndBehindTheLastMarkerInsideTheRow() {
        int[] ids = {1, 2, 3, 4};
        int[] markers = {0, 2};
        assertThat(new Row(ids, markers, 3, 1).optionsEnd()).hasValue(3);
        assertThat(new Row(ids, markers, 4, 1)).isNotEqualTo(new Row(ids, markers, 3, 1));
        assertThat(new Row(ids, markers, 1).optionsEnd()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new Row(ids, markers, 2, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Row(ids, markers, 5, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3})
    void thereAreThreeQuestionTypes(int type) {
        assertNoRow(new int[] {1}, new int[] {0}, type);
    }

    private static void assertNoRow(int[] ids, int[] markers, int type) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Row(ids, markers, type));
    }

    @Test
    void logitsAreOneEntryPerRow() {
        Logits logits = new Logits(List.of(new float[] {1f}, new float[] {2f, 3f}), new float[] {0.25f, 0.5f});
        assertThat(logits.size()).isEqualTo(2);
        assertThat(logits.options(1)).isEqualTo(2);
        assertThat(logits.optionLogit(1, 1)).isEqualTo(3f);
        assertThat(logits.actProbability(0)).isEqualTo(0.25f);
        assertThatIllegalArgumentException().isThrownBy(() -> new Logits(List.of(new float[] {1f}), new float[0]));
    }
}
