// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows do not influence each other, and neither do calls. */
public interface IsolationContract extends EngineUnderTest {
    /** Rows rearranged of a checkpoint, spread evenly over the recordings; fewer of a large one, except at night. */
    int ROWS = 10;

    /** What a row notices of its neighbours does not depend on the weights, so the tiny checkpoints show it too. */
    int ROWS_OF_LARGE = Boolean.getBoolean("nightly") ? ROWS : 4;

    /** Loads of a model beside another one that computes. */
    int ROUNDS_BESIDE = 20;

    /** The same unless {@link #inFull}. */
    int FEW_ROUNDS_BESIDE = 5;

    @ParameterizedTest
    @EnumSource
    default void neighboursOrderAndPaddingDoNotMatter(SampleCheckpoint checkpoint) {
        List<Row> rows = sample(checkpoint);
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, rows.size()).boxed().toList());
        Differences differences = new Differences();
        try (LoadedModel model = load(checkpoint)) {
            List<Logits> alone = rows.stream()
                    .map(row -> model.forward(RowBatch.of(List.of(row))))
                    .toList();
            compare("together", model, rows, alone, order, differences);
            Collections.reverse(order);
            compare("reversed", model, rows, alone, order, differences);
            Collections.shuffle(order, new Random(1));
            List<Integer> some = order.subList(0, order.size() / 2);
            compare("shuffled, half of them", model, rows, alone, some, differences);
            compare("twice the same row", model, rows, alone, List.of(order.getFirst(), order.getFirst()), differences);
        }
        differences.report(provider().name() + ", " + checkpoint.key() + " from itself rearranged");
        differences.assertWithin(tolerances().invariant());
    }

    private static List<Row> sample(SampleCheckpoint checkpoint) {
        // Short rows are varied enough where long ones would take their time.
        int longest = checkpoint.isTiny() ? 1024 : 200;
        int wanted = checkpoint.isTiny() ? ROWS : ROWS_OF_LARGE;
        List<Row> fitting = Goldens.of(checkpoint).stream()
                .flatMap(batch -> batch.rows().stream())
                .map(Goldens.GoldenRow::row)
                .filter(row -> row.length() <= longest)
                .toList();
        return IntStream.range(0, wanted)
                .mapToObj(i -> fitting.get(i * fitting.size() / wanted))
                .toList();
    }

    private static void compare(
            String arrangement,
            LoadedModel model,
            List<Row> rows,
            List<Logits> alone,
            List<Integer> order,
            Differences differences) {
        Logits joined = model.forward(RowBatch.of(order.stream().map(rows::get).toList()));
        for (int at = 0; at < order.size(); at++) {
            int row = order.get(at);
            differences.add("row " + row + " " + arrangement, alone.get(row), 0, joined, at);
        }
    }

    @Test
    default void inputsAreOnlyRead() {
        RowBatch batch = Goldens.of(SampleCheckpoint.MULTILINGUAL).getFirst().rowBatch();
        int[] before = copy(batch.tokenIds());
        try (LoadedModel model = load(SampleCheckpoint.MULTILINGUAL)) {
            model.forward(batch);
        }
        assertThat(copy(batch.tokenIds())).isEqualTo(before);
    }

    private static int[] copy(IntBuffer buffer) {
        int[] values = new int[buffer.remaining()];
        buffer.get(values);
        return values;
    }

    @Test
    default void resultsOutliveLaterCallsAndTheModel() {
        List<Goldens.Batch> batches = Goldens.of(SampleCheckpoint.ENGLISH);
        List<List<Float>> before = new ArrayList<>();
        List<Logits> results = new ArrayList<>();
        try (LoadedModel model = load(SampleCheckpoint.ENGLISH)) {
            for (Goldens.Batch batch : batches.subList(0, 3)) {
                Logits logits = model.forward(batch.rowBatch());
                results.add(logits);
                before.add(values(logits));
            }
            assertThat(model.forward(batches.getFirst().rowBatch())).isNotSameAs(results.getFirst());
        }
        assertThat(results.stream().map(IsolationContract::values).toList()).isEqualTo(before);
    }

    private static List<Float> values(Logits logits) {
        List<Float> values = new ArrayList<>();
        for (int r = 0; r < logits.size(); r++) {
            values.add(logits.actProbability(r));
            for (int slot = 0; slot < logits.options(r); slot++) {
                values.add(logits.optionLogit(r, slot));
            }
        }
        return values;
    }

    /** As a host does that judges new weights while the old ones answer. */
    @Test
    default void whatAnotherThreadLoadsAndTriesChangesNoAnswer() {
        assumeTrue(engine().concurrent(), () -> provider().name() + " does one thing at a time");
        List<Goldens.Batch> mine = Goldens.of(SampleCheckpoint.ENGLISH);
        Goldens.Batch others = Goldens.of(SampleCheckpoint.TYPED_DECISIONS).getFirst();
        Differences differences = new Differences();
        Differences beside = new Differences();
        int rounds = inFull() ? ROUNDS_BESIDE : FEW_ROUNDS_BESIDE;
        try (LoadedModel model = load(SampleCheckpoint.ENGLISH)) {
            CompletableFuture<Void> judging = CompletableFuture.runAsync(
                    () -> {
                        for (int round = 0; round < rounds; round++) {
                            try (LoadedModel other = load(SampleCheckpoint.TYPED_DECISIONS)) {
                                beside.add(
                                        "round " + round,
                                        others.rows().getFirst(),
                                        other.forward(others.rowBatch()),
                                        0);
                            }
                        }
                    },
                    task -> Thread.ofPlatform().start(task));
            int passes = 0;
            while (!judging.isDone()) {
                Goldens.Batch batch = mine.get(passes++ % mine.size());
                differences.add("pass " + passes, batch.rows().getFirst(), model.forward(batch.rowBatch()), 0);
            }
            judging.join();
            assertThat(passes).isPositive();
        }
        differences.assertWithin(tolerances().golden());
        beside.assertWithin(tolerances().golden());
    }

    @Test
    default void twoModelsOfOneEngineDoNotMix() {
        Goldens.Batch english = Goldens.of(SampleCheckpoint.ENGLISH).getFirst();
        Goldens.Batch typed = Goldens.of(SampleCheckpoint.TYPED_DECISIONS).getFirst();
        Differences differences = new Differences();
        try (LoadedModel first = load(SampleCheckpoint.ENGLISH);
                LoadedModel second = load(SampleCheckpoint.TYPED_DECISIONS)) {
            differences.add("first", english.rows().getFirst(), first.forward(english.rowBatch()), 0);
            differences.add("second", typed.rows().getFirst(), second.forward(typed.rowBatch()), 0);
            differences.add("first again", english.rows().getFirst(), first.forward(english.rowBatch()), 0);
        }
        differences.assertWithin(tolerances().golden());
    }
}
