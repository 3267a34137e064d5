// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.Goldens.GoldenRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares every recorded pass of the upstream model, at every size that a row can have. */
public interface ForwardContract extends EngineUnderTest {
    /**
     * One recording of so many is compared unless {@link #inFull}; the extremes of all rows are compared in any case.
     */
    int ONE_OF = 3;

    @ParameterizedTest
    @EnumSource
    default void recordedBatchesAreReproduced(SampleCheckpoint checkpoint) {
        Differences differences = new Differences();
        try (LoadedModel model = load(checkpoint)) {
            List<Goldens.Batch> recorded = Goldens.of(checkpoint);
            for (int i = inFull() ? 0 : 1; i < recorded.size(); i += inFull() ? 1 : ONE_OF) {
                Goldens.Batch batch = recorded.get(i);
                Logits logits = model.forward(batch.rowBatch());
                assertThat(logits.size()).as(batch.id()).isEqualTo(batch.rows().size());
                for (int r = 0; r < logits.size(); r++) {
                    differences.add(batch.id() + " row " + r, batch.rows().get(r), logits, r);
                }
            }
        }
        differences.report(provider().name() + ", " + checkpoint.key() + " from upstream's float64");
        differences.assertWithin(tolerances().golden());
    }

    @ParameterizedTest
    @EnumSource
    default void extremeRowsStandAlone(SampleCheckpoint checkpoint) {
        Differences differences = new Differences();
        try (LoadedModel model = load(checkpoint)) {
            for (GoldenRow row : Extremes.of(checkpoint)) {
                differences.add("row of " + row.row().length(), row, model.forward(RowBatch.of(List.of(row.row()))), 0);
            }
        }
        differences.assertWithin(tolerances().golden());
    }

    /** The recordings must continue to contain the cases that the two tests above rely on. */
    @Test
    default void recordingsReachEveryExtreme() {
        assertThat(Extremes.of(SampleCheckpoint.ENGLISH))
                .anyMatch(row -> row.row().length() == 4096);
        assertThat(Extremes.of(SampleCheckpoint.MULTILINGUAL))
                .anyMatch(row -> row.row().length() == 1024);
        assertThat(Extremes.of(SampleCheckpoint.STARTER))
                .anyMatch(row -> row.row().length() == 512);
        for (SampleCheckpoint checkpoint : SampleCheckpoint.values()) {
            assertThat(Extremes.of(checkpoint)).anyMatch(row -> row.row().options() == 1);
        }
        assertThat(Extremes.of(SampleCheckpoint.ENGLISH))
                .anyMatch(row -> row.row().options() == 100);
        assertThat(Extremes.of(SampleCheckpoint.STARTER))
                .anyMatch(row -> row.row().options() == 100);
    }

    @Test
    default void oneTokenIsARow() {
        try (LoadedModel model = load(SampleCheckpoint.ENGLISH)) {
            Logits logits = model.forward(RowBatch.of(List.of(new Row(new int[] {0}, new int[] {0}, 2))));
            assertThat(logits.options(0)).isEqualTo(1);
            assertThat(logits.optionLogit(0, 0)).isFinite();
            assertThat(logits.actProbability(0)).isBetween(0f, 1f);
        }
    }
}
