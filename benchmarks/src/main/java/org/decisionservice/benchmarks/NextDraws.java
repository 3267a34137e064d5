// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.decisionservice.judging.learning.LabelledVectors;
import org.decisionservice.judging.learning.Learner;
import org.decisionservice.judging.learning.Learning;
import org.decisionservice.judging.learning.NextRows;

/**
 * How right answers become with labels that {@code learn --next} chooses and with as many drawn at random: does again
 * and again what a person does who labels some rows, learns, and asks which rows to label next. Rows are answered once.
 */
public final class NextDraws {
    private static final int[] COUNTS = {20, 40, 60, 80, 100, 125, 150, 175, 200};

    /** Of the rows that labels are drawn from, so that each draw chooses among others. */
    private static final double POOL = 0.8;

    private NextDraws() {}

    /**
     * Takes the folder of the built service, the files of rows to judge and to choose from, all of one question, the
     * number of draws, and the file to write.
     *
     * @throws IOException if one of the files cannot be used
     */
    public static void main(String[] arguments) throws IOException {
        LabelledVectors held;
        LabelledVectors all;
        try (LabelledSet set = LabelledSet.open(Path.of(arguments[0]), "")) {
            held = set.read(Path.of(arguments[1])).firstEntry().getValue().vectors();
            all = set.read(Path.of(arguments[2])).firstEntry().getValue().vectors();
        }
        try (JsonGenerator out = new JsonFactory().createGenerator(Files.newBufferedWriter(Path.of(arguments[4])))) {
            out.writeStartObject();
            out.writeNumberField("alone", right(held, held.logits()::get));
            for (boolean next : new boolean[] {false, true}) {
                out.writeArrayFieldStart(next ? "next" : "random");
                for (int draw = 0; draw < Integer.parseInt(arguments[3]); draw++) {
                    write(out, next, pool(all, draw), held);
                }
                out.writeEndArray();
            }
            out.writeEndObject();
        }
    }

    private static LabelledVectors pool(LabelledVectors all, int draw) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, all.size()).boxed().toList());
        Collections.shuffle(order, new Random(draw));
        return all.rows(order.subList(0, (int) (POOL * all.size())));
    }

    /** One draw: for each number of labels how many, the accuracy, and whether the question was learned. */
    private static void write(JsonGenerator out, boolean next, LabelledVectors pool, LabelledVectors held)
            throws IOException {
        List<Integer> labelled = new ArrayList<>();
        Optional<Learning.Learned> learned = Optional.empty();
        out.writeStartArray();
        for (int count : COUNTS) {
            if (next) {
                labelled.addAll(next(pool, labelled, learned, count - labelled.size()));
            } else {
                // The pool is in random order.
                labelled = new ArrayList<>(IntStream.range(0, count).boxed().toList());
            }
            learned = Optional.of(Learner.learn(pool.rows(labelled)))
                    .filter(Learning.Learned.class::isInstance)
                    .map(Learning.Learned.class::cast);
            out.writeStartArray();
            out.writeNumber(count);
            out.writeNumber(right(held, answers(held, learned)));
            out.writeBoolean(learned.isPresent());
            out.writeEndArray();
        }
        out.writeEndArray();
    }

    private static List<Integer> next(
            LabelledVectors pool, List<Integer> labelled, Optional<Learning.Learned> learned, int count) {
        List<Integer> left =
                new ArrayList<>(IntStream.range(0, pool.size()).boxed().toList());
        left.removeAll(labelled);
        LabelledVectors rows = pool.rows(left);
        IntFunction<double[]> answers = answers(rows, learned);
        return NextRows.choose(
                        IntStream.range(0, rows.size()).mapToObj(answers).toList(),
                        rows.vectors(),
                        labelled.stream().map(pool.vectors()::get).toList(),
                        count)
                .stream()
                .map(left::get)
                .toList();
    }

    private static IntFunction<double[]> answers(LabelledVectors rows, Optional<Learning.Learned> learned) {
        return row -> learned.map(taught -> taught.question()
                        .logits(rows.logits().get(row), rows.vectors().get(row)))
                .orElse(rows.logits().get(row));
    }

    private static double right(LabelledVectors rows, IntFunction<double[]> answers) {
        int right = 0;
        for (int row = 0; row < rows.size(); row++) {
            double[] logits = answers.apply(row);
            int best = IntStream.range(0, logits.length)
                    .reduce((a, b) -> logits[b] > logits[a] ? b : a)
                    .orElseThrow();
            right += best == rows.gold().get(row) ? 1 : 0;
        }
        return (double) right / rows.size();
    }
}
