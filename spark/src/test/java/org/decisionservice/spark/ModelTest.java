// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ModelTest {
    private static final RowBatch ROWS = RowBatch.of(List.of(new Row(new int[] {1, 2, 3}, new int[] {1}, 0)));

    /** Fails every pass in one way. */
    private static final class Failing implements LoadedModel {
        private final EngineException.Kind failure;
        private boolean closed;

        private Failing(EngineException.Kind failure) {
            this.failure = failure;
        }

        @Override
        public Device device() {
            return Device.CPU;
        }

        @Override
        public Logits forward(RowBatch rows) {
            throw new EngineException(failure, "no pass");
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyALostDeviceMakesTheNextPassLoadAgain(EngineException.Kind failure) {
        List<Failing> loaded = new ArrayList<>();
        Checkpoint checkpoint = CheckpointReader.read(Path.of(LocalSpark.tiny(), "english"));
        Model model = new Model(
                checkpoint,
                Calibration.of(checkpoint.temperatures()),
                "tiny/english",
                () -> {
                    loaded.add(new Failing(failure));
                    return loaded.getLast();
                },
                new ReentrantLock());

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> model.forward(ROWS, () -> false))
                    .satisfies(e -> assertThat(e.kind()).isEqualTo(failure));
        }

        boolean lost = failure == EngineException.Kind.DEVICE_LOST;
        assertThat(loaded)
                .hasSize(lost ? 2 : 1)
                .allSatisfy(each -> assertThat(each.closed).isEqualTo(lost));
    }
}
