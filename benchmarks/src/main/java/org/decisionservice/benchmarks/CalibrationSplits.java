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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.judging.calibration.Calibrator;
import org.decisionservice.judging.calibration.Sample;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.Metrics;

/**
 * What a calibration gains on rows that it has not seen: takes the answers of {@code evaluate --json}, fits some of
 * them as {@code calibrate} does and judges the others, many times.
 */
public final class CalibrationSplits {
    private static final int SPLITS = 20;
    private static final int[] LABELS = {50, 200, 1_000};

    private CalibrationSplits() {}

    /** Before and after on the rows held out in one split. */
    private record Split(Metrics before, Metrics temperature, Metrics after) {}

    /**
     * Takes a report, the folder of the checkpoint that answered and the file to write.
     *
     * @throws IOException if one of the files cannot be used
     */
    public static void main(String[] arguments) throws IOException {
        Temperatures temperatures = CheckpointReader.read(Path.of(arguments[1])).temperatures();
        Collection<List<Sample>> questions = ReportSamples.read(Path.of(arguments[0]), temperatures).stream()
                .collect(Collectors.groupingBy(row -> row.answer().wording(), LinkedHashMap::new, Collectors.toList()))
                .values();
        try (JsonGenerator out = new JsonFactory()
                .createGenerator(Files.newBufferedWriter(Path.of(arguments[2])))
                .useDefaultPrettyPrinter()) {
            out.writeStartArray();
            for (List<Sample> rows : questions) {
                for (int labels : LABELS) {
                    if (labels < rows.size()) {
                        write(out, rows, labels);
                    }
                }
            }
            out.writeEndArray();
        }
        System.out.println(Files.readString(Path.of(arguments[2])));
    }

    private static void write(JsonGenerator out, List<Sample> rows, int labels) throws IOException {
        List<Split> splits = new ArrayList<>();
        for (int seed = 0; seed < SPLITS; seed++) {
            splits.add(split(rows, labels, seed));
        }
        Judged first = rows.getFirst().answer();
        out.writeStartObject();
        out.writeStringField("type", first.type().wireName());
        out.writeStringField("wording", first.wording());
        out.writeNumberField("labels", labels);
        out.writeNumberField("held_out", rows.size() - labels);
        out.writeNumberField("splits", SPLITS);
        out.writeNumberField(
                "splits_with_worse_log_loss",
                splits.stream()
                        .filter(split -> loss(split.after()) > loss(split.before()))
                        .count());
        out.writeNumberField(
                "least_gain_in_log_loss",
                splits.stream()
                        .mapToDouble(split -> loss(split.before()) - loss(split.after()))
                        .min()
                        .orElseThrow());
        numbers(out, "before", splits.stream().map(Split::before).toList());
        numbers(
                out,
                "temperature_alone",
                splits.stream().map(Split::temperature).toList());
        numbers(out, "after", splits.stream().map(Split::after).toList());
        out.writeEndObject();
    }

    /** Writes the means of {@code all}, and the worst calibration error. */
    static void numbers(JsonGenerator out, String name, List<Metrics> all) throws IOException {
        out.writeObjectFieldStart(name);
        out.writeNumberField(
                "accuracy",
                all.stream().mapToDouble(m -> m.accuracy().value()).average().orElseThrow());
        out.writeNumberField(
                "log_loss",
                all.stream().mapToDouble(CalibrationSplits::loss).average().orElseThrow());
        out.writeNumberField(
                "ece",
                all.stream()
                        .mapToDouble(m -> m.calibrationError().value())
                        .average()
                        .orElseThrow());
        out.writeNumberField(
                "worst_ece",
                all.stream()
                        .mapToDouble(m -> m.calibrationError().value())
                        .max()
                        .orElseThrow());
        out.writeEndObject();
    }

    private static double loss(Metrics metrics) {
        return metrics.logLoss().value();
    }

    private static Split split(List<Sample> rows, int labels, int seed) {
        List<Sample> mixed = new ArrayList<>(rows);
        Collections.shuffle(mixed, new Random(seed));
        Calibrator.Fitted fitted = Calibrator.fit(mixed.subList(0, labels));
        List<Sample> held = mixed.subList(labels, mixed.size());
        boolean noul = rows.getFirst().answer().type() == QuestionType.NOUL;
        return new Split(
                metrics(held, row -> Scaling.of(row.temperature())),
                metrics(
                        held,
                        row -> noul ? fitted.noulTemperature().orElse(Scaling.of(row.temperature())) : fitted.of(row)),
                metrics(held, fitted::of));
    }

    /** Judges {@code rows} as {@code scaling} makes them. */
    static Metrics metrics(List<Sample> rows, Function<Sample, Scaling> scaling) {
        return Metrics.of(
                rows.stream().map(row -> row.scaled(scaling.apply(row))).toList());
    }
}
