// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The vectors of the states, for engines that say they have them. */
public interface StateVectorsContract extends EngineUnderTest {

    /** Rows of unlike length in several passes, with states in all places, of one token, and of none. */
    static List<Row> rows() {
        return List.of(
                row(60, 20, 59),
                row(9, 7, 8),
                row(130, 0, 130),
                row(30, 30, 30),
                row(300, 40, 299),
                row(12, 5, 5),
                row(60, 20, 59));
    }

    private static Row row(int length, int stateStart, int stateEnd) {
        int[] tokenIds = new Random(length).ints(length, 0, 1900).toArray();
        return new Row(tokenIds, new int[] {1, 3}, 5, length % 3).withState(stateStart, stateEnd);
    }

    @ParameterizedTest
    @EnumSource
    default void stateVectorsAreThoseOfTheReferenceEngine(SampleCheckpoint checkpoint) {
        assumeStateVectors();
        List<Row> rows = rows();
        try (LoadedModel model = load(checkpoint)) {
            Logits wanted = ReferenceAnswers.of(checkpoint.source(), rows);
            Logits together = model.forward(RowBatch.of(rows).withStateVectors());
            double fromReference = 0;
            double fromAlone = 0;
            for (int r = 0; r < rows.size(); r++) {
                Logits alone = model.forward(RowBatch.of(List.of(rows.get(r))).withStateVectors());
                fromReference = Math.max(fromReference, difference(wanted, together, r, r));
                fromAlone = Math.max(fromAlone, difference(alone, together, 0, r));
            }
            System.out.printf(
                    Locale.ROOT,
                    "%s, %s: state vectors %.1e from the reference engine, %.1e from each row alone%n",
                    provider().name(),
                    checkpoint.key(),
                    fromReference,
                    fromAlone);
            assertThat(fromReference).isLessThanOrEqualTo(tolerances().stateVectors());
            assertThat(fromAlone).isLessThanOrEqualTo(tolerances().stateVectors());
        }
    }

    /** The largest of the vectors, each by its own length; 0 if both are all 0. */
    private static double difference(Logits wanted, Logits actual, int w, int a) {
        float[] expected = wanted.stateVectors(w).orElseThrow();
        float[] given = actual.stateVectors(a).orElseThrow();
        assertThat(given).hasSameSizeAs(expected);
        int hidden = expected.length / Logits.STATE_VECTORS;
        double largest = 0;
        for (int from = 0; from < expected.length; from += hidden) {
            largest = Math.max(largest, difference(expected, given, from, hidden));
        }
        return largest;
    }

    private static double difference(float[] expected, float[] given, int from, int count) {
        double squares = 0;
        double all = 0;
        for (int i = from; i < from + count; i++) {
            squares += Math.pow((double) expected[i] - given[i], 2);
            all += (double) expected[i] * expected[i];
        }
        return squares == 0 ? 0 : Math.sqrt(squares / all);
    }

    @ParameterizedTest
    @EnumSource(names = {"ENGLISH", "STARTER"})
    default void askingForStateVectorsChangesNoAnswer(SampleCheckpoint checkpoint) {
        RowBatch batch = RowBatch.of(rows());
        try (LoadedModel model = load(checkpoint)) {
            Logits plain = model.forward(batch);
            Logits asked = model.forward(batch.withStateVectors());
            for (int r = 0; r < batch.size(); r++) {
                int row = r;
                assertThat(plain.stateVectors(row)).isEmpty();
                assertThat(asked.stateVectors(row).isPresent()).isEqualTo(engine().stateVectors());
                assertThat(asked.actProbability(row)).isEqualTo(plain.actProbability(row));
                assertThat(IntStream.range(0, asked.options(row)).mapToObj(slot -> asked.optionLogit(row, slot)))
                        .containsExactlyElementsOf(IntStream.range(0, plain.options(row))
                                .mapToObj(slot -> plain.optionLogit(row, slot))
                                .toList());
            }
        }
    }

    @Test
    default void aRowWithoutAStateHasVectorsOfZero() {
        assumeStateVectors();
        RowBatch batch = RowBatch.of(List.of(row(30, 30, 30))).withStateVectors();
        try (LoadedModel model = load(SampleCheckpoint.ENGLISH)) {
            assertThat(model.forward(batch).stateVectors(0).orElseThrow()).containsOnly(0);
        }
    }

    @Test
    default void equalRowsHaveEqualStateVectors() {
        assumeStateVectors();
        try (LoadedModel model = load(SampleCheckpoint.STARTER)) {
            Logits logits = model.forward(RowBatch.of(rows()).withStateVectors());
            int last = logits.size() - 1;
            assertThat(difference(logits, logits, 0, last))
                    .isLessThanOrEqualTo(tolerances().stateVectors());
            assertThat(Arrays.equals(
                            logits.stateVectors(0).orElseThrow(),
                            logits.stateVectors(2).orElseThrow()))
                    .isFalse();
        }
    }

    private void assumeStateVectors() {
        assumeTrue(engine().stateVectors(), () -> provider().name() + " has no state vectors");
    }
}
