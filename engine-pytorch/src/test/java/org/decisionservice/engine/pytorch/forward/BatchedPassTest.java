// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.Device;
import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A pass as a GPU computes it, on the CPU, beside the CPU's own. */
class BatchedPassTest {

    private record Answers(List<float[]> logits, List<Float> acts, List<float[]> vectors) {
        double largest(Answers other) {
            double largest = 0;
            for (int r = 0; r < logits.size(); r++) {
                double[] mine = probabilities(logits.get(r));
                double[] theirs = probabilities(other.logits.get(r));
                for (int i = 0; i < mine.length; i++) {
                    largest = Math.max(largest, Math.abs(mine[i] - theirs[i]));
                }
                largest = Math.max(largest, Math.abs(acts.get(r) - other.acts.get(r)));
            }
            return largest;
        }

        /** As a part of the vector's length. */
        double largestOfVectors(Answers other) {
            return IntStream.range(0, vectors.size())
                    .mapToDouble(r -> distance(vectors.get(r), other.vectors.get(r)))
                    .max()
                    .orElseThrow();
        }

        private static double distance(float[] vector, float[] other) {
            double difference = 0;
            double length = 0;
            for (int i = 0; i < vector.length; i++) {
                difference += Math.pow(vector[i] - other[i], 2);
                length += Math.pow(vector[i], 2);
            }
            return length == 0 ? 0 : Math.sqrt(difference / length);
        }

        long changed(Answers other) {
            return IntStream.range(0, logits.size())
                    .filter(r -> highest(logits.get(r)) != highest(other.logits.get(r)))
                    .count();
        }

        private static int highest(float[] logits) {
            return IntStream.range(0, logits.length)
                    .reduce((a, b) -> logits[b] > logits[a] ? b : a)
                    .orElseThrow();
        }

        private static double[] probabilities(float[] logits) {
            double largest = logits[highest(logits)];
            double[] weights = IntStream.range(0, logits.length)
                    .mapToDouble(i -> Math.exp(logits[i] - largest))
                    .toArray();
            double sum = IntStream.range(0, weights.length)
                    .mapToDouble(i -> weights[i])
                    .sum();
            return IntStream.range(0, weights.length)
                    .mapToDouble(i -> weights[i] / sum)
                    .toArray();
        }
    }

    /** The samples, and where the checkpoint takes them, rows of several windows. */
    private static List<Row> rows(SampleCheckpoint checkpoint) {
        List<Row> rows = new ArrayList<>(checkpoint.sourceWithAllSamples().samples());
        if (checkpoint == SampleCheckpoint.ENGLISH || checkpoint == SampleCheckpoint.MULTILINGUAL) {
            for (int length : new int[] {700, 131, 63}) {
                rows.addFirst(
                        new Row(new Random(length).ints(length, 0, 500).toArray(), new int[] {1, 5, 9}, length % 3));
            }
        }
        return rows;
    }

    private static Answers answers(SampleCheckpoint checkpoint, Arithmetic arithmetic) {
        ModelSource source = checkpoint.source();
        Answers answers = new Answers(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        try (DecisionModel model =
                DecisionModel.load(source, NDManager.newBaseManager(Device.cpu(), "PyTorch"), arithmetic)) {
            for (List<Row> pass : passes(rows(checkpoint))) {
                Logits logits = model.forward(pass, true, () -> {});
                for (int r = 0; r < pass.size(); r++) {
                    float[] row = new float[logits.options(r)];
                    for (int i = 0; i < row.length; i++) {
                        row[i] = logits.optionLogit(r, i);
                    }
                    answers.logits.add(row);
                    answers.acts.add(logits.actProbability(r));
                    answers.vectors.add(logits.stateVectors(r).orElseThrow());
                }
            }
        }
        return answers;
    }

    /** Lone rows, all rows together, and pairs of one length. */
    private static List<List<Row>> passes(List<Row> rows) {
        List<List<Row>> passes = new ArrayList<>();
        passes.add(rows);
        for (Row row : rows.subList(0, 4)) {
            passes.add(List.of(row));
            passes.add(List.of(row, row));
        }
        return passes;
    }

    /** Decisions are not compared: where two options are nearer than this bound, the last bit decides. */
    @ParameterizedTest
    @EnumSource
    void float32IsTheSame(SampleCheckpoint checkpoint) {
        Answers expected = answers(checkpoint, Arithmetic.CPU);
        Answers batched = answers(checkpoint, new Arithmetic(true, NumberType.FLOAT32));
        report(checkpoint, "float32", expected, batched);
        assertThat(expected.largest(batched)).isLessThanOrEqualTo(1e-5);
        assertThat(expected.largestOfVectors(batched)).isLessThanOrEqualTo(1e-5);
    }

    @ParameterizedTest
    @EnumSource(names = {"ENGLISH", "MULTILINGUAL", "TYPED_DECISIONS", "STARTER"})
    void sixteenBitsRoundAndNoMore(SampleCheckpoint checkpoint) {
        Answers expected = answers(checkpoint, Arithmetic.CPU);
        Answers half = answers(checkpoint, new Arithmetic(true, NumberType.FLOAT16));
        Answers brain = answers(checkpoint, new Arithmetic(true, NumberType.BFLOAT16));
        report(checkpoint, "fp16", expected, half);
        report(checkpoint, "bf16", expected, brain);
        assertThat(expected.largest(half)).isBetween(1e-6, 0.02);
        assertThat(expected.largest(brain)).isBetween(1e-5, 0.1);
        assertThat(expected.largestOfVectors(half)).isLessThanOrEqualTo(0.02);
        assertThat(expected.largestOfVectors(brain)).isLessThanOrEqualTo(0.1);
    }

    private static void report(SampleCheckpoint checkpoint, String precision, Answers expected, Answers actual) {
        System.out.printf(
                Locale.ROOT,
                "%s, %s: largest difference %.2e, decisions changed %d of %d%n",
                checkpoint.key(),
                precision,
                expected.largest(actual),
                expected.changed(actual),
                expected.logits.size());
    }
}
