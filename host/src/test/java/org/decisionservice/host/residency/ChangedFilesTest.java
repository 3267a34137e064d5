// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.checkpoints.SupersededException;
import org.decisionservice.host.engines.Placement;
import org.decisionservice.host.gate.GatedEngine;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Guard;
import org.decisionservice.testing.ScriptedEngine;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what happens to a model when its files change; the test sets the files' dates. */
class ChangedFilesTest {
    private static final Instant LOADED = Instant.parse("2026-01-01T00:00:00Z");
    private static final RowBatch ROWS = RowBatch.of(List.of(new Row(new int[] {1, 2}, new int[] {1}, 0)));

    @TempDir
    private Path dir;

    private Instant now = LOADED.plusSeconds(60);
    private final ScriptedEngine engine = new ScriptedEngine();
    private final Residency residency = residency(engine);
    private Path weights;
    private ServedCheckpoint checkpoint;

    private Residency residency(Engine computing) {
        return residency(computing, () -> now, System::nanoTime);
    }

    private static Residency residency(Engine computing, InstantSource clock, LongSupplier nanoTime) {
        GatedEngine guarded = GatedEngine.of(Guard.onAnyThread(computing));
        return new Residency(
                _ -> new Placement("scripted", guarded, Device.CPU, Optional.of(Precision.FLOAT32), 131_072),
                Device.CPU,
                OptionalInt.empty(),
                clock,
                nanoTime);
    }

    @BeforeEach
    void copy() throws IOException {
        Copies.copy(Testdata.tiny().resolve("english"), dir.resolve("english"));
        weights = dir.resolve("english/model.safetensors");
        Files.setLastModifiedTime(weights, FileTime.from(LOADED));
        checkpoint = Catalogues.catalogue(new HostSettings.Local(dir.resolve("english")))
                .all()
                .getFirst();
    }

    /** Writes to the file without replacing it, dated {@code when}. */
    private void rewrite(Instant when) throws IOException {
        byte[] bytes = Files.readAllBytes(weights);
        bytes[bytes.length - 1] ^= 1;
        Files.write(weights, bytes, StandardOpenOption.WRITE);
        Files.setLastModifiedTime(weights, FileTime.from(when));
    }

    /** The model for a request, which is packed again if its version is gone. */
    private LoadedModel model(Residency of) {
        try {
            return of.model(checkpoint.version());
        } catch (SupersededException e) {
            return of.model(checkpoint.version());
        }
    }

    private String revision() {
        return Objects.requireNonNull(residency.residents().health().get("local"))
                .revision();
    }

    private static void expectBadModel(ThrowingCallable call, String message) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(call)
                .withMessage("model.safetensors: " + message)
                .satisfies(e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.BAD_MODEL));
    }

    @Test
    void anUntouchedFileIsLoadedOnce() {
        LoadedModel model = model(residency);
        assertThat(model(residency)).isSameAs(model);
        assertThat(engine.events()).containsExactly("load english cpu");
    }

    @Test
    void loadsAreTimedTheSameWhenTheCalendarIsSetBackMeanwhile() throws IOException {
        InstantSource setBack = () -> now = now.minusSeconds(3600);
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
        Residency timed = residency(engine, setBack, () -> nanos.getAndAdd(5_000_000));
        model(timed);
        assertThat(timed.residents().occupancy().values())
                .extracting(Occupancy::loading)
                .containsExactly(Duration.ofMillis(5));
        Path other = Files.copy(weights, dir.resolve("other"));
        Files.move(other, weights, StandardCopyOption.REPLACE_EXISTING);
        timed.replace(checkpoint.readAgain().orElseThrow());
        assertThat(timed.residents().occupancy().values())
                .extracting(Occupancy::loading)
                .containsExactly(Duration.ofMillis(10));
    }

    @Test
    void aReplacedOrRemovedFileKeepsAnsweringAsItWasLoaded() throws IOException {
        LoadedModel model = model(residency);
        String revision = revision();
        Path other = Files.write(dir.resolve("other"), new byte[10]);
        Files.move(other, weights, StandardCopyOption.REPLACE_EXISTING);
        assertThat(model(residency)).isSameAs(model);
        assertThat(model.forward(ROWS).size()).isEqualTo(1);
        Files.delete(weights);
        assertThat(model(residency)).isSameAs(model);
        assertThat(revision()).isEqualTo(revision);
    }

    @Test
    void aFileThatWasWrittenToIsLoadedAgainWhenWritingHasStopped() throws IOException {
        model(residency);
        String before = revision();
        rewrite(now);
        String refusal = "is being written to; it is loaded once nothing was written for 1 s";
        expectBadModel(() -> model(residency), refusal);
        assertThat(residency.residents().health()).isEmpty();
        now = now.plusMillis(999);
        expectBadModel(() -> model(residency), refusal);
        now = now.plusMillis(1);
        model(residency);
        assertThat(revision()).isNotEqualTo(before);
        assertThat(engine.events()).containsExactly("load english cpu", "close english cpu", "load english cpu");
    }

    @Test
    void aWriterThatKeepsTheSizeAndSetsADateOfLongAgoIsNoticed() throws IOException {
        model(residency);
        String before = revision();
        rewrite(LOADED.minusSeconds(3600));
        model(residency);
        assertThat(revision()).isNotEqualTo(before);
    }

    @Test
    void aPassDuringWhichTheFileIsWrittenToGivesNoLogits() throws IOException {
        LoadedModel model = model(residency);
        rewrite(now);
        expectBadModel(() -> model.forward(ROWS), "was changed while it was in use");
    }

    @Test
    void aFileThatIsMovedAwayAndThenCutOffIsNotReadAnyMore() throws IOException {
        LoadedModel model = model(residency);
        Path moved = Files.move(weights, dir.resolve("moved"));
        Files.copy(moved, weights);
        assertThat(model(residency)).isSameAs(model);
        try (FileChannel channel = FileChannel.open(moved, StandardOpenOption.WRITE)) {
            channel.truncate(100);
        }
        assertThat(model(residency)).isNotSameAs(model);
    }

    @Test
    void aFileThatIsWrittenToWhileItIsLoadedIsNotServed() {
        Residency busy = residency(new Engine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                try {
                    rewrite(now);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                return engine.load(source, device, precision);
            }

            @Override
            public void close() {}
        });
        expectBadModel(() -> model(busy), "was changed while it was loaded");
        assertThat(busy.residents().health()).isEmpty();
        assertThat(engine.events()).endsWith("close english cpu");
    }

    @Test
    void configurationThatChangedWithTheWeightsIsReadAgainEvenIfItComesLater() throws IOException {
        model(residency);
        Checkpoint before = checkpoint.checkpoint();
        Path config = dir.resolve("english/rl_agent_config.json");
        String text = Files.readString(config);
        assertThat(before.maxLen()).isNotEqualTo(77);

        Files.writeString(config, text.replaceFirst("\"max_len\": \\d+", "\"max_len\": 77"));
        model(residency);
        assertThat(checkpoint.checkpoint())
                .as("the weights are those it was read for")
                .isSameAs(before);

        rewrite(LOADED.plusSeconds(1));
        model(residency);
        assertThat(checkpoint.checkpoint().maxLen()).isEqualTo(77);

        Files.writeString(config, text.replaceFirst("\"max_len\": \\d+", "\"max_len\": 7"));
        model(residency);
        assertThat(checkpoint.checkpoint().maxLen()).isEqualTo(7);
        assertThat(engine.events().stream().filter("load english cpu"::equals)).hasSize(3);
    }
}
