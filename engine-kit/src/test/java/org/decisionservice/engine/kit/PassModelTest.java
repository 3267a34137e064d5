// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;

class PassModelTest {
    private static final ErrorTable ERRORS = new ErrorTable(List.of());

    private final Lengths session = new Lengths();
    private final PassModel model = new PassModel(
            session,
            Device.CPU,
            Precision.BF16,
            PassPlanner.of(
                    new ModelConfig(new EncoderConfig.Bert(64, 2, 1, 128, 100, 1e-12, 512, 2), 1, 2),
                    Device.CPU,
                    Precision.BF16),
            ERRORS::translate);

    /** Answers a row with its length, and remembers the passes. */
    private static final class Lengths implements PassModel.Session {
        final List<List<Integer>> passes = new ArrayList<>();
        int closed;
        boolean fails;

        @Override
        public Logits compute(List<Row> rows, boolean stateVectors) {
            if (fails) {
                throw new IllegalStateException("CUDA out of memory");
            }
            passes.add(rows.stream().map(Row::length).toList());
            float[] acts = new float[rows.size()];
            List<float[]> options = new ArrayList<>();
            for (int row = 0; row < acts.length; row++) {
                acts[row] = 1f / rows.get(row).length();
                options.add(new float[] {rows.get(row).length()});
            }
            return new Logits(options, acts, stateVectors ? options : List.of());
        }

        @Override
        public void close() {
            closed++;
        }
    }

    private static RowBatch rows(int... lengths) {
        return RowBatch.of(IntStream.of(lengths)
                .mapToObj(length -> new Row(new int[length], new int[] {0}, 0))
                .toList());
    }

    @Test
    void answersHaveTheOrderOfTheRowsHoweverTheyArePlanned() {
        int[] lengths = {3, 700, 40, 900, 5};
        Logits logits = model.forward(rows(lengths));
        assertThat(session.passes).hasSizeGreaterThan(1);
        for (int row = 0; row < lengths.length; row++) {
            assertThat(logits.optionLogit(row, 0)).isEqualTo(lengths[row]);
            assertThat(logits.actProbability(row)).isEqualTo(1f / lengths[row]);
        }
    }

    @Test
    void stateVectorsAreAskedForAndFollowTheirRows() {
        RowBatch rows = rows(3, 700, 40, 900, 5);
        assertThat(model.forward(rows).stateVectors(0)).isEmpty();
        Logits logits = model.forward(rows.withStateVectors());
        for (int row = 0; row < rows.size(); row++) {
            assertThat(logits.stateVectors(row).orElseThrow())
                    .containsExactly(rows.row(row).length());
        }
    }

    @Test
    void abandonedWorkEndsBeforeThePassThatNobodyWaitsFor() {
        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> model.forward(rows(900, 800, 700), () -> session.passes.size() == 1));
        assertThat(session.passes).containsExactly(List.of(900));
        assertThat(model.forward(rows(2)).optionLogit(0, 0)).isEqualTo(2);
    }

    @Test
    void exceptionsOfTheRuntimeAreTranslated() {
        session.fails = true;
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> model.forward(rows(2)))
                .withMessage("forward pass: CUDA out of memory")
                .extracting(EngineException::kind)
                .isEqualTo(EngineException.Kind.OUT_OF_DEVICE_MEMORY);
    }

    @Test
    void itSaysWhatItIsAndIsClosedOnce() {
        assertThat(model.device()).isEqualTo(Device.CPU);
        assertThat(model.precision()).isEqualTo(Precision.BF16);
        model.close();
        model.close();
        assertThat(session.closed).isEqualTo(1);
        assertThatIllegalStateException().isThrownBy(() -> model.forward(rows(2)));
    }
}
