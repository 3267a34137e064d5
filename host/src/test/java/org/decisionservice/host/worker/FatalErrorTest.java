// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.decisionservice.api.CheckpointName.ENGLISH;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.engines.Placement;
import org.decisionservice.host.gate.GatedEngine;
import org.decisionservice.host.residency.Residency;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.LastResortProbe;
import org.decisionservice.testing.Guard;
import org.junit.jupiter.api.Test;

/** Errors of an engine after which a process cannot continue. */
class FatalErrorTest {
    private static InferenceWorker worker(Error thrown) {
        Engine engine = new Engine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                throw thrown;
            }

            @Override
            public void close() {}
        };
        GatedEngine guarded = GatedEngine.of(Guard.onInferenceThread(engine));
        Residency residency = new Residency(
                _ -> new Placement("failing", guarded, Device.CPU, Optional.of(Precision.FLOAT32), 131_072),
                Device.CPU,
                OptionalInt.empty(),
                InstantSource.system(),
                System::nanoTime);
        return new InferenceWorker(residency, Optional.empty(), Sharing.NONE, System::nanoTime, Optional.empty());
    }

    private static List<String> endsAfter(Error thrown) {
        try (LastResortProbe probe = LastResortProbe.open();
                InferenceWorker worker = worker(thrown)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> worker.load(Catalogues.tiny(ENGLISH)))
                        .as("the caller is told, whatever happens to the process")
                        .isSameAs(thrown);
            }
            return probe.ends();
        }
    }

    @Test
    void theInferenceThreadDoesNotKeepItToItself() {
        assertThat(endsAfter(new OutOfMemoryError("by hand"))).startsWith("OUT_OF_MEMORY by hand");
        assertThat(endsAfter(new NoClassDefFoundError("X"))).startsWith("BROKEN_PROGRAM X");
    }

    @Test
    void anotherErrorIsTheRequestsOwn() {
        assertThat(endsAfter(new StackOverflowError())).isEmpty();
        assertThat(endsAfter(new AssertionError("by hand"))).isEmpty();
    }
}
