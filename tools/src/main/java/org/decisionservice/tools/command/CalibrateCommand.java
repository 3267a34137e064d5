// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.decisionservice.judging.calibration.Calibrator;
import org.decisionservice.judging.calibration.Outlook;
import org.decisionservice.judging.calibration.Sample;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.tools.judge.Answering;
import org.decisionservice.tools.judge.CalibrationWriter;
import org.decisionservice.tools.judge.CheckedLabels;
import org.decisionservice.tools.judge.Judgement;
import org.decisionservice.tools.labelled.LabelledFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes probabilities true by labels. */
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        description = "Fits temperatures, and for yes and no a bias, to labelled questions, for SERVICE_FITTED.",
        footer = {
            "Whatever does not lower the log loss of rows that it has not seen is left as it was.",
            "Status: 0, 1 if nothing was gained and nothing written, 2 if it cannot be run as asked."
        })
final class CalibrateCommand implements Callable<Integer> {
    private static final int MOST_KEPT = 10;

    private final Program program;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "labels, as evaluate takes them")
    private List<Path> files = List.of();

    @Option(names = "--out", required = true, paramLabel = "OUT.json", description = "the calibration to write")
    private @Nullable Path out;

    @Mixin
    private final LabelSheet sheet = new LabelSheet();

    @Option(
            names = "--checkpoint",
            paramLabel = "NAME",
            description = "which checkpoint to calibrate, if the rows are answered by several")
    private @Nullable String checkpoint;

    @Option(
            names = "--coverage",
            description = "writes OUT.json even if nothing is gained: its labelled rows tell which options cannot be"
                    + " excluded (SERVICE_COVERAGE)")
    private boolean coverage;

    @Mixin
    private final Where where = new Where();

    CalibrateCommand(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        new Outputs()
                .reading("FILE", files)
                .reading("--questions", sheet.questions().orElse(null))
                .writing("--out", out);
        LabelledFile labels = LabelledFile.read(files, sheet.columns());
        try (Answering answering = program.openUncalibrated(where)) {
            Judgement judgement = Judgement.of(program.said(CheckedLabels.of(labels, answering)), answering);
            String name = answering.oneOf(judgement.checkpoints(), Optional.ofNullable(checkpoint), "to calibrate");
            Set<String> names = answering.namesOf(name);
            Answering.Weights weights = answering.weights(name);
            List<Sample> rows = judgement.rows().stream()
                    .filter(row -> names.contains(row.checkpoint()))
                    .map(row -> new Sample(
                            row,
                            weights.temperatures()
                                    .of(row.type(), row.probabilities().size())))
                    .toList();
            List<Outlook> outlook = Outlook.of(rows);
            outlook.stream().filter(Outlook::isWorseThanGuessing).forEach(this::warn);
            Calibrator.Fitted fitted = Calibrator.fit(rows);
            if (fitted.isEmpty() && !coverage) {
                return nothingGained(outlook);
            }
            Map<String, String> questions = new HashMap<>();
            rows.forEach(
                    row -> questions.put(row.answer().wording(), row.answer().question()));
            print(rows, fitted);
            Program.write(
                    Objects.requireNonNull(out),
                    CalibrationWriter.bytes(weights.revision(), weights.temperatures(), fitted, questions));
            program.out().println("For checkpoint " + name + ", " + weights.revision() + ": SERVICE_FITTED=" + out);
            return 0;
        }
    }

    private void warn(Outlook question) {
        program.err()
                .printf(
                        Locale.ROOT,
                        "%s: %d of %d answers are right, fewer than guessing gets; are its labels turned round? If not,"
                                + " no calibration mends it: word it differently%n",
                        question.question(),
                        question.right(),
                        question.labels());
    }

    private int nothingGained(List<Outlook> outlook) {
        outlook.stream()
                .limit(MOST_KEPT)
                .forEach(question -> program.out()
                        .println(question.question() + ": "
                                + (question.wanted() == 0
                                        ? question.labels() + " labels, and more would hardly change its probabilities"
                                        : String.format(
                                                Locale.ROOT,
                                                "you have %d labels, get about %d",
                                                question.labels(),
                                                Math.max(question.wanted(), question.labels() + 1)))));
        program.err()
                .println("nothing gained: as far as these labels tell, no calibration makes the probabilities truer; "
                        + out + " is not written");
        return Program.MISSED;
    }

    private void print(List<Sample> rows, Calibrator.Fitted fitted) {
        fitted.kept().stream().limit(MOST_KEPT).forEach(program.out()::println);
        if (fitted.kept().size() > MOST_KEPT) {
            program.out().println("… and " + (fitted.kept().size() - MOST_KEPT) + " more with too few");
        }
        fitted.types()
                .forEach((type, scaling) -> program.out()
                        .printf(
                                Locale.ROOT,
                                "%s: temperature %.3f, bias %.3f%n",
                                type.wireName(),
                                scaling.temperature(),
                                scaling.bias()));
        fitted.buckets()
                .forEach((bucket, scaling) ->
                        program.out().printf(Locale.ROOT, "%s: temperature %.3f%n", bucket, scaling.temperature()));
        program.out()
                .printf(
                        Locale.ROOT,
                        "%d of %d questions have values of their own%n",
                        fitted.questions().size(),
                        rows.stream()
                                .map(row -> row.answer().wording())
                                .distinct()
                                .count());
        line("before", Metrics.of(rows.stream().map(Sample::answer).toList()));
        line(
                "after",
                Metrics.of(rows.stream().map(row -> row.scaled(fitted.of(row))).toList()));
        program.out().println("(after, on the rows that it was fitted to; evaluate others to know what it is worth)");
    }

    private void line(String name, Metrics metrics) {
        program.out()
                .printf(
                        Locale.ROOT,
                        "%-7s log loss %.4f, ECE %.4f, Brier %.4f, accuracy %.4f%n",
                        name,
                        metrics.logLoss().value(),
                        metrics.calibrationError().value(),
                        metrics.brier().value(),
                        metrics.accuracy().value());
    }
}
