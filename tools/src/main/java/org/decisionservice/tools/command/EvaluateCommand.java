// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.decisionservice.contract.fitted.ThresholdsFile;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.tools.judge.Answering;
import org.decisionservice.tools.judge.Baseline;
import org.decisionservice.tools.judge.CheckedLabels;
import org.decisionservice.tools.judge.Judgement;
import org.decisionservice.tools.judge.ReportJson;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.report.HtmlReport;
import org.decisionservice.tools.report.Report;
import org.decisionservice.tools.report.TextReport;
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
        footer =
                "Status: 0, 1 if a gate or the baseline is missed or no threshold found, 2 if it cannot be run as asked.")
final class EvaluateCommand implements Callable<Integer> {
    private final Program program;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description =
                    "labels: lines of JSON with state, question and gold, or state, questions and gold by id; CSV; or a"
                            + " decision log, to some of whose lines gold was added")
    private List<Path> files = List.of();

    @Mixin
    private final LabelSheet sheet = new LabelSheet();

    @Option(
            names = "--report",
            paramLabel = "OUT.html",
            description = "write a page: how good the answers are, and what to do next")
    private @Nullable Path report;

    @Option(names = "--json", paramLabel = "OUT.json", description = "write every number and answer")
    private @Nullable Path json;

    @Option(
            names = "--thresholds",
            paramLabel = "OUT.json",
            description = "write the threshold of each question that has one, for SERVICE_FITTED")
    private @Nullable Path thresholds;

    @Option(
            names = "--baseline",
            paramLabel = "EARLIER.json",
            description = "an earlier --json of the same labels; accuracy, Brier, log loss and ECE must not be worse")
    private @Nullable Path baseline;

    @Option(
            names = "--tolerance",
            paramLabel = "X",
            description = "how much worse than the baseline a number may be (default: ${DEFAULT-VALUE})")
    private String tolerance = "0.005";

    @Option(names = "--min-accuracy", paramLabel = "X", description = "the least accuracy over all rows, 0 to 1")
    private @Nullable String minAccuracy;

    @Option(names = "--max-ece", paramLabel = "X", description = "the most calibration error over all rows, 0 to 1")
    private @Nullable String maxCalibrationError;

    @Option(
            names = "--wanted",
            paramLabel = "X",
            description = "the accuracy to find thresholds for, between 0 and 1 (default: ${DEFAULT-VALUE})")
    private String wanted = "0.95";

    @Option(
            names = "--show-states",
            description = "write the texts that were asked about into --report and --json; they may be personal")
    private boolean showStates;

    @Option(
            names = "--ask",
            description = "ask the questions of a decision log again, rather than judge the answers that it holds")
    private boolean ask;

    @Mixin
    private final Where where = new Where();

    EvaluateCommand(Program program) {
        this.program = program;
    }

    /**
     * Answers that are judged.
     *
     * @param made what they were made with, if thresholds are to be written
     */
    private record Evaluated(Judgement judgement, Optional<ThresholdsFile.Made> made) {}

    private Evaluated answered(LabelledFile labels) {
        if (labels.isRecorded() && !ask) {
            if (thresholds != null) {
                throw new ConfigurationException(
                        "--thresholds: the answers of a decision log may come from other weights"
                                + " than those that are served; --ask asks its questions again");
            }
            if (where.isGiven()) {
                throw new ConfigurationException("--checkpoints, --engine, --precision: the answers of a decision log"
                        + " are judged as they are; --ask asks its questions again");
            }
            return new Evaluated(Judgement.recorded(program.said(CheckedLabels.recorded(labels))), Optional.empty());
        }
        try (Answering answering = program.openWithoutThresholds(where)) {
            Judgement judgement = Judgement.of(program.said(CheckedLabels.of(labels, answering)), answering);
            return new Evaluated(
                    judgement,
                    thresholds == null ? Optional.empty() : Optional.of(answering.made(judgement.checkpoints())));
        }
    }

    /** The numbers of the command line. */
    private record Gates(double wanted, double tolerance, Optional<Double> accuracy, Optional<Double> error) {}

    /** Reads what can be wrong without a label or an answer. */
    private Gates gates() {
        Gates gates = new Gates(
                Range.betweenZeroAndOne("--wanted", "0.95").read(wanted),
                Range.share("--tolerance", "0.005").read(tolerance),
                Optional.ofNullable(minAccuracy).map(Range.share("--min-accuracy", "0.9")::read),
                Optional.ofNullable(maxCalibrationError).map(Range.share("--max-ece", "0.1")::read));
        new Outputs()
                .reading("FILE", files)
                .reading("--questions", sheet.questions().orElse(null))
                .reading("--baseline", baseline)
                .writing("--report", report)
                .writing("--json", json)
                .writing("--thresholds", thresholds);
        return gates;
    }

    private Report report(Judgement judgement, double accuracy) {
        List<Judged> rows = showStates
                ? judgement.rows()
                : judgement.rows().stream().map(Judged::withoutState).toList();
        String calibrations = judgement.measurement().calibration().isEmpty() ? "" : program.calibrations(where);
        return Report.of(judgement.measurement().named(Sheet.names(files), calibrations), rows, accuracy);
    }

    @Override
    public Integer call() {
        Gates gates = gates();
        Optional<Baseline> before = Optional.ofNullable(baseline).map(Baseline::read);
        LabelledFile labels = LabelledFile.read(files, sheet.columns());
        before.ifPresent(earlier -> earlier.requireLabels(labels.digest()));
        Evaluated answered = answered(labels);
        Report result = report(answered.judgement(), gates.wanted());
        program.out().print(TextReport.of(result));
        if (json != null) {
            Program.write(json, ReportJson.bytes(result));
        }
        if (report != null) {
            Program.write(report, HtmlReport.of(result).getBytes(StandardCharsets.UTF_8));
        }
        int status = answered.made()
                .map(made -> Thresholds.write(program, Objects.requireNonNull(thresholds), made, result))
                .orElse(0);
        List<String> missed = missed(result, gates);
        before.ifPresent(earlier -> missed.addAll(earlier.missedBy(result, gates.tolerance())));
        missed.forEach(line -> program.err().println("missed: " + line));
        return missed.isEmpty() ? status : Program.MISSED;
    }

    private static List<String> missed(Report result, Gates gates) {
        List<String> missed = new ArrayList<>();
        double accuracy = result.all().accuracy().value();
        double error = result.all().calibrationError().value();
        gates.accuracy()
                .filter(least -> accuracy < least)
                .ifPresent(least ->
                        missed.add(String.format(Locale.ROOT, "accuracy is %.4f, --min-accuracy %s", accuracy, least)));
        gates.error()
                .filter(most -> error > most)
                .ifPresent(most -> missed.add(String.format(Locale.ROOT, "ECE is %.4f, --max-ece %s", error, most)));
        return missed;
    }
}
