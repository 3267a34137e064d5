// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In the parallel layout, the order of the options cannot matter. */
public interface OptionOrderContract extends EngineUnderTest {
    /**
     * Orders tried of a checkpoint; fewer of a large one, except at night, and of a tiny one unless {@link #inFull}.
     */
    int ORDERS = 200;

    int FEW_ORDERS = 40;

    /**
     * Which tokens see which depends on the layout and not on the weights, so the tiny checkpoints find a fault too.
     */
    int ORDERS_OF_LARGE = Boolean.getBoolean("nightly") ? ORDERS : 8;

    /** Rows of one batch, which have other lengths and numbers of options. */
    int BATCH = 8;

    @ParameterizedTest
    @EnumSource(names = "PARALLEL_.+", mode = EnumSource.Mode.MATCH_ALL)
    default void orderOfOptionsDoesNotMatter(SampleCheckpoint checkpoint) {
        // Short rows are varied enough where long ones would take their time.
        int longest = checkpoint.isTiny() ? 200 : 100;
        int orders = checkpoint.isTiny() ? inFull() ? ORDERS : FEW_ORDERS : ORDERS_OF_LARGE;
        List<Row> rows = Goldens.of(checkpoint).stream()
                .flatMap(batch -> batch.rows().stream())
                .map(Goldens.GoldenRow::row)
                .filter(row -> row.options() > 1 && row.length() <= longest)
                .toList();
        Random random = new Random(29);
        Differences differences = new Differences();
        int changed = 0;
        try (LoadedModel model = load(checkpoint)) {
            Logits given = model.forward(RowBatch.of(rows));
            for (int first = 0; first < orders; first += BATCH) {
                List<Integer> tried = IntStream.range(first, first + BATCH)
                        .map(i -> i % rows.size())
                        .boxed()
                        .toList();
                List<List<Integer>> shuffled = tried.stream()
                        .map(row -> order(rows.get(row).options(), random))
                        .toList();
                List<Row> reordered = IntStream.range(0, BATCH)
                        .mapToObj(i -> reordered(rows.get(tried.get(i)), shuffled.get(i)))
                        .toList();
                Logits got = model.forward(RowBatch.of(reordered));
                for (int i = 0; i < BATCH; i++) {
                    Logits back = inFirstOrder(got, i, shuffled.get(i));
                    Logits expected = given.slice(tried.get(i), 1);
                    differences.add("row " + tried.get(i) + " as " + shuffled.get(i), expected, 0, back, 0);
                    changed += best(expected) == best(back) ? 0 : 1;
                }
            }
        }
        differences.report(provider().name() + ", " + checkpoint.key() + " in " + orders + " other orders, " + changed
                + " other decisions");
        if (precision() == Precision.FLOAT32) {
            differences.assertWithin(tolerances().invariant());
            assertThat(changed).as("decisions that changed with the order").isZero();
        } else {
            // Another order rounds every sum another way, and random or strange weights make much of one step of an
            // activation. The bound of a broken path still finds options that see each other.
            differences.assertWithin(tolerances().golden());
        }
    }

    private static List<Integer> order(int options, Random random) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, options).boxed().toList());
        Collections.shuffle(order, random);
        return order;
    }

    /** The row with option {@code order[slot]} in every slot. */
    private static Row reordered(Row row, List<Integer> order) {
        int start = row.marker(0);
        int end = row.optionsEnd().orElseThrow();
        int[] ids = IntStream.range(0, row.length()).map(row::tokenId).toArray();
        int[] markers = new int[row.options()];
        int next = start;
        for (int slot = 0; slot < markers.length; slot++) {
            int option = order.get(slot);
            int optionEnd = option + 1 < row.options() ? row.marker(option + 1) : end;
            markers[slot] = next;
            for (int token = row.marker(option); token < optionEnd; token++) {
                ids[next++] = row.tokenId(token);
            }
        }
        return new Row(ids, markers, end, row.type(0));
    }

    private static Logits inFirstOrder(Logits logits, int row, List<Integer> order) {
        float[] options = new float[logits.options(row)];
        for (int slot = 0; slot < options.length; slot++) {
            options[order.get(slot)] = logits.optionLogit(row, slot);
        }
        return new Logits(List.of(options), new float[] {logits.actProbability(row)});
    }

    private static int best(Logits logits) {
        return IntStream.range(0, logits.options(0))
                .reduce((a, b) -> logits.optionLogit(0, b) > logits.optionLogit(0, a) ? b : a)
                .orElseThrow();
    }
}
