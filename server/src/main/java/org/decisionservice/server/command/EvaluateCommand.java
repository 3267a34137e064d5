// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.decisionservice.judging.report.HtmlReport;
import org.decisionservice.judging.report.Report;
import org.decisionservice.judging.report.TextReport;
import org.decisionservice.server.config.ConfigurationException;
import org.decisionservice.server.judge.Answering;
import org.decisionservice.server.judge.Baseline;
import org.decisionservice.server.judge.CheckedLabels;
import org.decisionservice.server.judge.Judgement;
import org.decisionservice.server.judge.ReportJson;
import org.decisionservice.server.labelled.LabelledFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says how good the answers to labelled questions are. */
@Command(
        name = "evaluate",
        mixinStandardHelpOptions = true,
        description = "Says how good the answers to labelled questions are, and how far that can be trusted.",
        footer = "Status: 0, 1 if a gate or the baseline is missed, 2 if it cannot be run as asked.")
final class EvaluateCommand implements Callable<Integer> {
    private final Program program;

    @Parameters(
            paramLabel = "FILE",
            description =
                    "labels: lines of JSON with state, question and gold, or state, questions and gold by id; CSV; or a"
                            + " decision log, to some of whose lines gold was added")
    private @Nullable Path file;

    @Mixin
    private final Sheet sheet = new Sheet();

    @Option(names = "--report", paramLabel = "OUT.html", description = "write a page with pictures")
    private @Nullable Path report;

    @Option(names = "--json", paramLabel = "OUT.json", description = "write every number and answer")
    private @Nullable Path json;

    @Option(
            names = "--baseline",
            paramLabel = "EARLIER.json",
            description = "an earlier --json of the same labels; accuracy, Brier, log loss and ECE must not be worse")
    private @Nullable Path baseline;

    @Option(
            names = "--tolerance",
            paramLabel = "X",
            description = "how much worse than the baseline a number may be (default: ${DEFAULT-VALUE})")
    private double tolerance = 0.005;

    @Option(names = "--min-accuracy", paramLabel = "X", description = "the least accuracy over all rows, 0 to 1")
    private @Nullable Double minAccuracy;

    @Option(names = "--max-ece", paramLabel = "X", description = "the most calibration error over all rows, 0 to 1")
    private @Nullable Double maxCalibrationError;

    @Option(
            names = "--wanted",
            paramLabel = "X",
            description = "the accuracy to find thresholds for, 0 to 1 (default: ${DEFAULT-VALUE})")
    private double wanted = 0.95;

    @Option(
            names = "--ask",
            description = "ask the questions of a decision log again, rather than judge the answers that it holds")
    private boolean ask;

    @Mixin
    private final Where where = new Where();

    EvaluateCommand(Program program) {
        this.program = program;
    }

    private Judgement judgement(LabelledFile labels) {
        if (labels.isRecorded() && !ask) {
            if (where.isGiven()) {
                throw new ConfigurationException("--checkpoints, --engine, --precision: the answers of a decision log"
                        + " are judged as they are; --ask asks its questions again");
            }
            return Judgement.recorded(program.said(CheckedLabels.recorded(labels)));
        }
        try (Answering answering = program.open(where)) {
            return Judgement.of(program.said(CheckedLabels.of(labels, answering)), answering);
        }
    }

    @Override
    public Integer call() {
        Optional<Baseline> before = Optional.ofNullable(baseline).map(Baseline::read);
        LabelledFile labels = LabelledFile.read(Objects.requireNonNull(file), sheet.questions());
        Judgement judgement = judgement(labels);
        Report result = Report.of(judgement.measurement(), judgement.rows(), wanted);
        program.out().print(TextReport.of(result));
        if (json != null) {
            Program.write(json, ReportJson.bytes(result, judgement.rows()));
        }
        if (report != null) {
            Program.write(report, HtmlReport.of(result).getBytes(StandardCharsets.UTF_8));
        }
        List<String> missed = new ArrayList<>();
        double accuracy = result.all().accuracy().value();
        double error = result.all().calibrationError().value();
        if (minAccuracy != null && accuracy < minAccuracy) {
            missed.add(String.format(Locale.ROOT, "accuracy is %.4f, --min-accuracy %s", accuracy, minAccuracy));
        }
        if (maxCalibrationError != null && error > maxCalibrationError) {
            missed.add(String.format(Locale.ROOT, "ECE is %.4f, --max-ece %s", error, maxCalibrationError));
        }
        before.ifPresent(earlier -> missed.addAll(earlier.missedBy(result, tolerance)));
        missed.forEach(line -> program.err().println("missed: " + line));
        return missed.isEmpty() ? 0 : Program.MISSED;
    }
}
