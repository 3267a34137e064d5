// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.prepared.PreparedStore;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which precision {@code auto} takes, and that it measures only once. */
class FastestPrecisionTest {
    private static final Precision FLOAT32 = Precision.FLOAT32;
    private static final Precision BF16 = Precision.BF16;
    private static final Precision FP16 = Precision.FP16;

    private final Checkpoint checkpoint =
            Catalogues.tiny(CheckpointName.ENGLISH).checkpoint();
    private final List<String> events = new ArrayList<>();

    @TempDir
    private Path directory;

    /**
     * An engine that leaves no files, and whose passes take some time.
     *
     * @param millis of a pass, by precision
     * @param offBy by so much the logits of bf16 are off
     */
    private record Slow(Map<Precision, Integer> millis, float offBy, List<String> events) implements Engine {

        @Override
        public Optional<String> fingerprint() {
            return Optional.of("slow");
        }

        @Override
        public LoadedModel load(ModelSource source, Device device, Precision precision) {
            return new ScriptedModel(
                    precision.toString(),
                    precision,
                    precision == FLOAT32 ? 0 : offBy,
                    millis.getOrDefault(precision, 0),
                    events);
        }

        @Override
        public void close() {}
    }

    private GatedEngine gated(int float32, int bf16, double offBy, Optional<PreparedStore> store) {
        Map<Precision, Integer> millis = new EnumMap<>(Map.of(FLOAT32, float32, BF16, bf16));
        return new GatedEngine(
                new Slow(millis, (float) offBy, events),
                device -> device.equals(Device.CPU) ? Set.of(FLOAT32, BF16) : Set.of(FLOAT32, FP16),
                new PrecisionGate(PrecisionGate.DEFAULT_TOLERANCE),
                store);
    }

    private Optional<PreparedStore> store() {
        return Optional.of(new PreparedStore(new PreparedStore.Settings(directory.resolve("store"), 1L << 30)));
    }

    @Test
    void theFasterOfTwoThatAreAcceptedServes() {
        GatedModel reduced = gated(60, 1, 0, Optional.empty()).load(checkpoint, Device.CPU, Optional.empty());
        assertThat(reduced.model().precision()).isEqualTo(BF16);
        assertThat(reduced.report()).isPresent();
        assertThat(reduced.seconds().orElseThrow()).containsOnlyKeys(FLOAT32, BF16);
        assertThat(reduced.seconds().orElseThrow().get(FLOAT32)).isGreaterThan(0.05);

        GatedModel exact = gated(1, 60, 0, Optional.empty()).load(checkpoint, Device.CPU, Optional.empty());
        assertThat(exact.model().precision()).isEqualTo(FLOAT32);
        assertThat(exact.report()).isEmpty();
    }

    /** It would be refused by the engine, and the log would say that float32 serves, whatever serves then. */
    @Test
    void aPrecisionThatTheDeviceLacksIsNotTried() {
        try (LogLines lines = new LogLines()) {
            GatedModel judged = gated(60, 1, 0, Optional.empty()).load(checkpoint, Device.cuda(0), Optional.empty());
            assertThat(judged.seconds().orElseThrow()).containsOnlyKeys(FLOAT32, FP16);
            assertThat(lines.with("bf16")).isEmpty();
        }
        assertThat(events).doesNotContain("load bf16");
    }

    @Test
    void aFastOneThatIsRefusedDoesNotServe() {
        try (LogLines lines = new LogLines()) {
            GatedModel judged = gated(60, 1, 5, Optional.empty()).load(checkpoint, Device.CPU, Optional.empty());
            assertThat(judged.model().precision()).isEqualTo(FLOAT32);
            assertThat(judged.seconds().orElseThrow()).isEmpty();
            assertThat(lines.with("there is no other precision to choose here")).hasSize(1);
        }
        assertThat(events).endsWith("load float32").doesNotContain("load int8");
    }

    @Test
    void everyModelButTheOneThatServesIsClosed() {
        gated(1, 60, 0, Optional.empty()).load(checkpoint, Device.CPU, Optional.empty());
        assertThat(events.stream().filter(event -> event.startsWith("close")).count())
                .isEqualTo(events.stream()
                                .filter(event -> event.startsWith("load"))
                                .count()
                        - 1);
    }

    @Test
    void itIsMeasuredOnceInAProcess() {
        GatedEngine gated = gated(1, 60, 0, Optional.empty());
        gated.load(checkpoint, Device.CPU, Optional.empty());
        events.clear();
        gated.load(checkpoint, Device.CPU, Optional.empty());
        assertThat(events).containsExactly("load float32");
    }

    /** The other machine would choose the other precision; here, it takes what was measured. */
    @Test
    void theNextStartTakesWhatWasMeasuredAndJudged() {
        try (LogLines lines = new LogLines()) {
            gated(60, 1, 0, store()).load(checkpoint, Device.CPU, Optional.empty());
            assertThat(lines.with("answers the bundled sentences fastest here"))
                    .singleElement()
                    .asString()
                    .contains("is served in bf16")
                    .contains("float32 0.0");
        }
        events.clear();
        try (LogLines lines = new LogLines()) {
            GatedModel again = gated(1, 60, 0, store()).load(checkpoint, Device.CPU, Optional.empty());
            assertThat(again.model().precision()).isEqualTo(BF16);
            assertThat(again.report()).isPresent();
            assertThat(again.seconds().orElseThrow()).containsOnlyKeys(FLOAT32, BF16);
            assertThat(lines.with("judging")).isEmpty();
            assertThat(lines.with("is opened from")).hasSize(1);
        }
        assertThat(events).containsExactly("load bf16");
    }
}
