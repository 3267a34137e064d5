// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.Interruption;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;

/** Engines and models can be opened, loaded and closed any number of times, on any thread, without a leak. */
public interface LifecycleContract extends EngineUnderTest {
    int CYCLES = 50;

    /** So few still find a model that stays, the weights of which are 2 MiB; unless {@link #inFull}. */
    int FEW_CYCLES = 20;

    @Test
    default void closedModelRefusesWorkAndClosesAgain() {
        RowBatch rows = Goldens.of(SampleCheckpoint.ENGLISH).getFirst().rowBatch();
        LoadedModel model = load(SampleCheckpoint.ENGLISH);
        model.close();
        assertThatCode(model::close).doesNotThrowAnyException();
        assertThatIllegalStateException().isThrownBy(() -> model.forward(rows));
    }

    @Test
    default void closedEngineRefusesWorkAndClosesAgain() {
        ModelSource source = SampleCheckpoint.ENGLISH.source();
        Engine engine = provider().open(EngineOptions.DEFAULTS);
        engine.close();
        assertThatCode(engine::close).doesNotThrowAnyException();
        assertThatIllegalStateException().isThrownBy(() -> load(engine, source).close());
    }

    @Test
    default void engineOpensAgainAfterItWasClosed() {
        RowBatch rows = Goldens.of(SampleCheckpoint.ENGLISH).getFirst().rowBatch();
        provider().open(EngineOptions.DEFAULTS).close();
        try (Engine engine = provider().open(EngineOptions.DEFAULTS);
                LoadedModel model = load(engine, SampleCheckpoint.ENGLISH.source())) {
            assertThat(model.forward(rows).size()).isEqualTo(rows.size());
        }
    }

    @Test
    default void everyCallMayComeFromAnotherThread() {
        RowBatch rows = Goldens.of(SampleCheckpoint.ENGLISH).getFirst().rowBatch();
        Executor otherThread = task -> Thread.ofPlatform().start(task);
        LoadedModel model = CompletableFuture.supplyAsync(() -> load(SampleCheckpoint.ENGLISH), otherThread)
                .join();
        Logits logits = CompletableFuture.supplyAsync(() -> model.forward(rows), otherThread)
                .join();
        assertThat(logits.size()).isEqualTo(rows.size());
        CompletableFuture.runAsync(model::close, otherThread).join();
        assertThatIllegalStateException().isThrownBy(() -> model.forward(rows));
    }

    @Test
    default void abandonedWorkEndsBeforeItsNextPassAndTheModelGoesOn() {
        RowBatch rows = Goldens.of(SampleCheckpoint.ENGLISH).getFirst().rowBatch();
        int limit = PassPlanner.of(SampleCheckpoint.ENGLISH.source().config(), Device.CPU, Precision.FLOAT32)
                .limit();
        // No two fit into one pass.
        Row overHalf = Goldens.of(SampleCheckpoint.ENGLISH).stream()
                .flatMap(batch -> batch.rows().stream())
                .map(Goldens.GoldenRow::row)
                .filter(row -> row.length() > limit / 2)
                .min(Comparator.comparingInt(Row::length))
                .orElseThrow();
        RowBatch severalPasses = RowBatch.of(List.of(overHalf, overHalf, overHalf));
        try (LoadedModel model = load(SampleCheckpoint.ENGLISH)) {
            assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> model.forward(rows, () -> true));
            AtomicInteger asked = new AtomicInteger();
            assertThatExceptionOfType(CancellationException.class)
                    .isThrownBy(() -> model.forward(severalPasses, () -> asked.incrementAndGet() > 1));
            assertThat(asked).hasValue(2);
            assertThat(model.forward(rows, () -> false).size()).isEqualTo(rows.size());
        }
    }

    @Test
    default void aPassThatMayBeCutOffAnswersAsOthersDoAndEndsIfItIs() {
        RowBatch rows = Goldens.of(SampleCheckpoint.ENGLISH).getFirst().rowBatch();
        try (LoadedModel model = load(SampleCheckpoint.ENGLISH)) {
            Logits plain = model.forward(rows);
            Logits whole = model.forward(rows, new Interruption());
            assertThat(whole.size()).isEqualTo(plain.size());
            for (int row = 0; row < plain.size(); row++) {
                for (int option = 0; option < plain.options(row); option++) {
                    assertThat(whole.optionLogit(row, option)).isEqualTo(plain.optionLogit(row, option));
                }
            }
            Interruption asked = new Interruption();
            asked.request();
            assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> model.forward(rows, asked));
            assertThat(model.forward(rows).size()).isEqualTo(rows.size());
        }
    }

    @Test
    default void loadingAndClosingLeavesNothingBehind() {
        ModelSource source = SampleCheckpoint.ENGLISH.source();
        RowBatch rows = Goldens.of(SampleCheckpoint.ENGLISH).getFirst().rowBatch();
        int cycles = inFull() ? CYCLES : FEW_CYCLES;
        cycle(source, rows, cycles / 5);
        // What a process keeps for later may come as late as that, but only once: a leak grows as much again.
        if (growth(source, rows, cycles) >= Tolerances.RESIDENT_GROWTH) {
            assertThat(growth(source, rows, cycles)).isLessThan(Tolerances.RESIDENT_GROWTH);
        }
        assertThat(ResidentMemory.mappings(source.weights().file())).isEmpty();
    }

    private long growth(ModelSource source, RowBatch rows, int cycles) {
        long before = ResidentMemory.outsideTheHeap();
        cycle(source, rows, cycles);
        long growth = ResidentMemory.outsideTheHeap() - before;
        System.out.println(provider().name() + ", resident growth over " + cycles + " cycles: " + growth + " bytes");
        return growth;
    }

    private void cycle(ModelSource source, RowBatch rows, int times) {
        for (int i = 0; i < times; i++) {
            try (LoadedModel model = load(engine(), source)) {
                assertThat(model.forward(rows).size()).isEqualTo(rows.size());
            }
        }
    }
}
