// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.Device;
import ai.djl.ndarray.NDManager;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.decisionservice.engine.kit.ModelTensors;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a load keeps in the memory of the host. */
class HostMemoryTest {

    /** Counts what stays. */
    private static final class Counting implements Arena {
        private final Arena arena = Arena.ofShared();
        private long bytes;

        @Override
        public MemorySegment allocate(long byteSize, long byteAlignment) {
            bytes += byteSize;
            return arena.allocate(byteSize, byteAlignment);
        }

        @Override
        public MemorySegment.Scope scope() {
            return arena.scope();
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    private static long kept(Arithmetic arithmetic) {
        ModelSource source = SampleCheckpoint.STARTER.source();
        Weights weights = Weights.open(source.weights());
        Counting arena = new Counting();
        try (Parameters parameters =
                new Parameters(weights, NDManager.newBaseManager(Device.cpu(), "PyTorch"), arithmetic, arena)) {
            ModelTensors tensors = ModelTensors.find(source.config(), weights);
            var _ = Encoder.of(source.config().encoder(), tensors.encoder(), parameters);
            var _ = new DecisionHead(source.config(), tensors, parameters);
            return arena.bytes;
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofADevicesWeightsNothingStaysOnTheHost(NumberType products) {
        assertThat(kept(new Arithmetic(true, products))).isZero();
        assertThat(kept(Arithmetic.CPU)).as("where the host is the device").isGreaterThan(1 << 20);
    }
}
