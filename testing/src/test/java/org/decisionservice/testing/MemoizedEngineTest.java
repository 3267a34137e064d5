// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.ReferenceEngineProvider;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.Test;

class MemoizedEngineTest {
    private static final Row FIRST = new Row(new int[] {1, 5, 6, 7}, new int[] {2}, 2);
    private static final Row SECOND = new Row(new int[] {1, 5, 6, 8}, new int[] {1, 2}, 0);

    private final List<Row> computed = new ArrayList<>();

    /** The reference engine, which notes what it computes. */
    private final class Noting implements Engine {
        private final Engine reference = new ReferenceEngineProvider().open(EngineOptions.DEFAULTS);

        @Override
        public LoadedModel load(ModelSource source, Device device, Precision precision) {
            LoadedModel model = reference.load(source, device, precision);
            return new LoadedModel() {
                @Override
                public Device device() {
                    return model.device();
                }

                @Override
                public Logits forward(RowBatch rows) {
                    for (int r = 0; r < rows.size(); r++) {
                        computed.add(rows.row(r));
                    }
                    return model.forward(rows);
                }

                @Override
                public void close() {
                    model.close();
                }
            };
        }

        @Override
        public void close() {
            reference.close();
        }
    }

    private Logits answer(SampleCheckpoint checkpoint, RowBatch rows, BooleanSupplier abandoned) {
        try (Engine engine = new MemoizedEngine(new Noting());
                LoadedModel model = engine.load(checkpoint.source(), Device.CPU, Precision.FLOAT32)) {
            return model.forward(rows, abandoned);
        }
    }

    private Logits answer(SampleCheckpoint checkpoint, RowBatch rows) {
        return answer(checkpoint, rows, () -> false);
    }

    @Test
    void aRowIsComputedOnceForEqualWeights() {
        Logits first = answer(SampleCheckpoint.ENGLISH, RowBatch.of(List.of(FIRST)));
        assertThat(computed).containsExactly(FIRST);
        Logits both = answer(SampleCheckpoint.ENGLISH, RowBatch.of(List.of(SECOND, FIRST)));
        assertThat(computed).containsExactly(FIRST, SECOND);
        assertThat(both.optionLogit(1, 0)).isEqualTo(first.optionLogit(0, 0));
        assertThat(both.actProbability(1)).isEqualTo(first.actProbability(0));
        assertThat(both.options(0)).isEqualTo(2);
        Logits other = answer(SampleCheckpoint.MULTILINGUAL, RowBatch.of(List.of(FIRST)));
        assertThat(computed).containsExactly(FIRST, SECOND, FIRST);
        assertThat(other.optionLogit(0, 0)).isNotEqualTo(first.optionLogit(0, 0));
        Logits vectors = answer(
                SampleCheckpoint.ENGLISH,
                RowBatch.of(List.of(FIRST.withState(1, 3))).withStateVectors());
        assertThat(vectors.stateVectors(0)).isPresent();
    }

    @Test
    void whatNobodyWaitsForIsNotAnsweredEvenIfItIsKnown() {
        RowBatch rows = RowBatch.of(List.of(FIRST));
        answer(SampleCheckpoint.TYPED_DECISIONS, rows);
        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> answer(SampleCheckpoint.TYPED_DECISIONS, rows, () -> true));
    }
}
