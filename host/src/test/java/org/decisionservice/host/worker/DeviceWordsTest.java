// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException.Kind;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.host.testing.ScriptedResidency;
import org.decisionservice.testing.LogLines;
import org.decisionservice.testing.ScriptedEngine;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;

/** What the log and the health say of a GPU that has too little memory, and the page that quotes them. */
class DeviceWordsTest {
    private static final String FULL = "CUDA failure 2: out of memory";
    private static final PackedRow ROW = PackedRow.of(new Row(new int[] {1, 2}, new int[] {1}, 0));

    private final ScriptedEngine engine = new ScriptedEngine();
    private final ServedCheckpoint english = Catalogues.tiny(CheckpointName.ENGLISH);

    private InferenceWorker worker(Precision precision) {
        return new InferenceWorker(
                ScriptedResidency.of(engine, Device.cuda(0), OptionalInt.empty(), precision),
                Optional.empty(),
                Sharing.NONE,
                System::nanoTime,
                Optional.empty());
    }

    private void quoted(String line) throws Exception {
        assertThat(line).endsWith(": " + FULL);
        assertThat(Files.readString(Testdata.tiny().resolve("../../docs/engines.md")))
                .contains("`" + line.substring(0, line.length() - FULL.length()) + "…`");
    }

    @Test
    void aLoadOnTheCpuIsSaidToBeOne() throws Exception {
        engine.failNextLoad(Kind.OUT_OF_DEVICE_MEMORY, FULL);
        try (InferenceWorker worker = worker(Precision.FLOAT32);
                LogLines lines = new LogLines()) {
            worker.load(english);
            assertThat(lines.with("loading english")).hasSize(2).satisfies(both -> {
                assertThat(both.getFirst()).endsWith("with scripted on cuda in float32");
                assertThat(both.getLast()).endsWith("with scripted on cpu in float32");
            });
            assertThat(lines.with("loaded english with scripted on cpu in float32"))
                    .hasSize(1);
            List<String> reasons = lines.with("too little memory");
            assertThat(reasons).hasSize(1);
            quoted(reasons.getFirst());
            assertThat(worker.health().resident().get("english")).satisfies(resident -> {
                assertThat(resident.device()).isEqualTo("cpu");
                assertThat(resident.precision()).isEqualTo("float32");
                assertThat(resident.lastFallbackReason()).contains(FULL);
            });
            assertThat(worker.residents().precisions().get("english"))
                    .satisfies(served -> assertThat(served.device()).isEqualTo(Device.CPU));
        }
    }

    @Test
    void aRequestOnTheCpuIsSaidToBeOne() throws Exception {
        try (InferenceWorker worker = worker(Precision.FLOAT32);
                LogLines lines = new LogLines()) {
            worker.load(english);
            engine.failNextForward(Kind.OUT_OF_DEVICE_MEMORY, FULL);
            worker.infer(List.of(new PassRequest(english, List.of(List.of(ROW)), true)));
            List<String> reasons = lines.with("too little memory");
            assertThat(reasons).hasSize(1);
            quoted(reasons.getFirst());
        }
    }
}
