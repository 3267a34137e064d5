// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.judging.calibration.Calibrator;
import org.decisionservice.judging.calibration.Sample;
import org.decisionservice.judging.metrics.Metrics;

/**
 * What one calibration of several questions gains on rows that it has not seen: takes the answers of {@code evaluate
 * --json}, draws four questions and labels of each, fits them together as {@code calibrate} does, and judges the rows
 * of each question that no draw takes labels from.
 */
public final class CalibrationMixes {
    private static final int DRAWS = 20;
    private static final int QUESTIONS = 4;
    private static final int[] LABELS = {30, 50, 100, 150, 300};
    private static final int POOL = 400;

    private CalibrationMixes() {}

    /** One question of one draw, on its held-out rows. */
    private record Held(Metrics before, Metrics after, boolean own) {
        double gain() {
            return before.logLoss().value() - after.logLoss().value();
        }
    }

    /**
     * Takes a report, the folder of the checkpoint that answered and the file to write.
     *
     * @throws IOException if one of the files cannot be used
     */
    public static void main(String[] arguments) throws IOException {
        Temperatures temperatures = CheckpointReader.read(Path.of(arguments[1])).temperatures();
        Collection<List<Sample>> questions = ReportSamples.read(Path.of(arguments[0]), temperatures).stream()
                .collect(Collectors.groupingBy(row -> row.answer().wording()))
                .values();
        try (JsonGenerator out = new JsonFactory()
                .createGenerator(Files.newBufferedWriter(Path.of(arguments[2])))
                .useDefaultPrettyPrinter()) {
            out.writeStartArray();
            for (int labels : LABELS) {
                List<Held> all = new ArrayList<>();
                for (int seed = 0; seed < DRAWS; seed++) {
                    all.addAll(draw(questions, labels, new Random(seed)));
                }
                write(out, labels, all);
            }
            out.writeEndArray();
        }
        System.out.println(Files.readString(Path.of(arguments[2])));
    }

    private static List<Held> draw(Collection<List<Sample>> questions, int labels, Random random) {
        List<List<Sample>> drawn =
                questions.stream().map(rows -> shuffled(rows, random)).collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(drawn, random);
        List<List<Sample>> four = drawn.subList(0, QUESTIONS);
        Calibrator.Fitted fitted = Calibrator.fit(
                four.stream().flatMap(rows -> rows.subList(0, labels).stream()).toList());
        return four.stream()
                .map(rows -> rows.subList(POOL, rows.size()))
                .map(held -> new Held(
                        CalibrationSplits.metrics(held, row -> Scaling.of(row.temperature())),
                        CalibrationSplits.metrics(held, fitted::of),
                        fitted.questions().containsKey(held.getFirst().answer().wording())))
                .toList();
    }

    private static List<Sample> shuffled(List<Sample> rows, Random random) {
        List<Sample> mixed = new ArrayList<>(rows);
        Collections.shuffle(mixed, random);
        return mixed;
    }

    private static void write(JsonGenerator out, int labels, List<Held> all) throws IOException {
        out.writeStartObject();
        out.writeNumberField("labels_of_each", labels);
        out.writeNumberField("draws", DRAWS);
        out.writeNumberField("questions_judged", all.size());
        out.writeNumberField(
                "with_values_of_their_own", all.stream().filter(Held::own).count());
        out.writeNumberField(
                "with_a_worse_log_loss",
                all.stream().filter(held -> held.gain() < 0).count());
        out.writeNumberField(
                "least_gain_in_log_loss",
                all.stream().mapToDouble(Held::gain).min().orElseThrow());
        CalibrationSplits.numbers(out, "before", all.stream().map(Held::before).toList());
        CalibrationSplits.numbers(out, "after", all.stream().map(Held::after).toList());
        out.writeEndObject();
    }
}
