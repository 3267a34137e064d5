// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares shapes that are not in the recordings with the reference engine. */
public interface ShapesContract extends EngineUnderTest {
    @Test
    default void headWithoutLayers() {
        ModelSource source = SampleCheckpoint.ENGLISH.source();
        ModelConfig config = new ModelConfig(
                source.config().encoder(), 0, source.config().head().actions());
        ModelSource without = new ModelSource(config, source.weights(), source.samples());
        List<Row> rows = List.of(row(30, 3), row(90, 5));
        agree(without, load(engine(), without), rows, List.of(rows));
    }

    @Test
    default void linearHeadWithoutTypesAndActs() {
        ModelSource linear = SampleCheckpoint.withLinearHead();
        List<Row> rows = List.of(row(30, 3), row(90, 5), row(400, 200));
        agree(linear, load(engine(), linear), rows, List.of(rows));
    }

    /** Rows that ask several questions, and one that only asks and one that shows little else than a state. */
    @Test
    default void rowsOfSeveralQuestions() {
        ModelSource segments = SampleCheckpoint.withSegments();
        List<Row> rows = List.of(
                segmented(40, 5, 0, 1, 2), segmented(7, 3, 2), segmented(300, 6, 1, 1, 0, 2), segmented(90, 40, 0, 2));
        agree(segments, load(engine(), segments), rows, List.of(rows));
    }

    /** @param types of questions of {@code size} tokens each, the second of which is a marker, before the state */
    private static Row segmented(int length, int size, int... types) {
        Row plain = row(length, 1);
        int[] ofTokens = new int[length];
        Arrays.fill(ofTokens, Row.NO_QUESTION);
        int[] markers = new int[types.length];
        for (int question = 0; question < types.length; question++) {
            int start = 1 + question * size;
            Arrays.fill(ofTokens, start, start + size, types[question]);
            markers[question] = start + 1;
        }
        return Row.ofTypes(IntStream.range(0, length).map(plain::tokenId).toArray(), markers, ofTokens);
    }

    @Test
    default void batchOfSeveralPasses() {
        List<Row> rows = IntStream.of(700, 40, 900, 3, 1500, 700, 130)
                .mapToObj(length -> row(length, 1 + length % 2))
                .toList();
        agree(SampleCheckpoint.MULTILINGUAL, rows);
    }

    @Test
    default void singleRowOfEveryWidth() {
        alone(
                SampleCheckpoint.TYPED_DECISIONS,
                IntStream.of(2, 63, 64, 65, 129)
                        .mapToObj(length -> row(length, 1))
                        .toList());
    }

    @Test
    default void bertRowsOfUnlikeLength() {
        agree(SampleCheckpoint.STARTER, List.of(row(9, 1), row(200, 100), row(77, 2)));
    }

    /** Options that begin or end the row, of one token, wider than a window, in several passes. */
    @ParameterizedTest
    @EnumSource(names = "PARALLEL_.+", mode = EnumSource.Mode.MATCH_ALL)
    default void parallelRowsOfEveryShape(SampleCheckpoint checkpoint) {
        assumeOffered(checkpoint);
        List<Row> rows = List.of(
                parallel(1, 0, 1, 1),
                parallel(6, 0, 3, 2),
                parallel(9, 8, 1, 1),
                parallel(40, 10, 30, 1),
                parallel(300, 100, 2, 70),
                parallel(512, 3, 100, 5),
                parallel(512, 400, 4, 3));
        if (checkpoint.isTiny()) {
            agree(checkpoint, rows);
            alone(checkpoint, rows);
        } else {
            agree(checkpoint, rows.subList(0, 4));
        }
    }

    /** Options of {@code size} tokens; the first token of every one is its marker. */
    private static Row parallel(int length, int start, int options, int size) {
        int[] tokenIds = new Random(length + options).ints(length, 0, 1900).toArray();
        int[] markers =
                IntStream.range(0, options).map(slot -> start + slot * size).toArray();
        return new Row(tokenIds, markers, start + options * size, options % 3);
    }

    private static Row row(int length, int options) {
        Random random = new Random(length);
        int[] tokenIds = random.ints(length, 0, 1900).toArray();
        return new Row(tokenIds, IntStream.rangeClosed(1, options).toArray(), random.nextInt(3));
    }

    private void agree(SampleCheckpoint checkpoint, List<Row> rows) {
        agree(checkpoint.source(), load(checkpoint), rows, List.of(rows));
    }

    private void alone(SampleCheckpoint checkpoint, List<Row> rows) {
        agree(
                checkpoint.source(),
                load(checkpoint),
                rows,
                rows.stream().map(List::of).toList());
    }

    /**
     * @param actual is closed
     * @param passes the rows again, divided into passes
     */
    private void agree(ModelSource source, LoadedModel actual, List<Row> rows, List<List<Row>> passes) {
        Differences differences = new Differences();
        Logits wanted = ReferenceAnswers.of(source, rows);
        int row = 0;
        try (actual) {
            for (List<Row> pass : passes) {
                Logits got = actual.forward(RowBatch.of(pass));
                for (int r = 0; r < pass.size(); r++) {
                    differences.add("row of " + pass.get(r).length(), wanted, row++, got, r);
                }
            }
        }
        differences.report(provider().name() + " from the reference engine");
        differences.assertWithin(tolerances().reference());
    }
}
