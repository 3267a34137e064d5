// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.decisionservice.contract.learned.LearnedFile;
import org.decisionservice.judging.learning.Learner;
import org.decisionservice.judging.learning.Learning;
import org.decisionservice.judging.learning.LearningCurve;
import org.decisionservice.judging.metrics.Estimate;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.tools.judge.Answering;
import org.decisionservice.tools.judge.CheckedLabels;
import org.decisionservice.tools.judge.Judgement;
import org.decisionservice.tools.judge.Lesson;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.LabelsException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Learns from labels what a checkpoint answers wrongly. */
@Command(
        name = "learn",
        mixinStandardHelpOptions = true,
        description = "Learns single questions from labels, so that more answers are right, for SERVICE_LEARNED.",
        footer = {
            "A question whose answers to rows that were left out do not get better for sure stays as it is.",
            "Status: 0, 1 if no question was learned and nothing written, 2 if it cannot be run as asked."
        })
final class LearnCommand implements Callable<Integer> {
    private final Program program;

    @Parameters(paramLabel = "FILE", description = "labels, as evaluate takes them")
    private @Nullable Path file;

    @Option(names = "--out", required = true, paramLabel = "OUT.safetensors", description = "the file to write")
    private @Nullable Path out;

    @Mixin
    private final Sheet sheet = new Sheet();

    @Option(
            names = "--checkpoint",
            paramLabel = "NAME",
            description = "which checkpoint to learn for, if the rows are answered by several")
    private @Nullable String checkpoint;

    @Mixin
    private final Where where = new Where();

    LearnCommand(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        new Outputs()
                .reading("FILE", file)
                .reading("--questions", sheet.questions().orElse(null))
                .writing("--out", out);
        LabelledFile labels = LabelledFile.read(Objects.requireNonNull(file), sheet.questions());
        try (Answering answering = program.openUncalibrated(where).returningStateMeans()) {
            Judgement judgement = Judgement.of(program.said(CheckedLabels.of(labels, answering)), answering);
            String name = judgement.answeredBy(Optional.ofNullable(checkpoint), "to learn for");
            if (!answering.hasStateMeans(name)) {
                throw new LabelsException("--engine: the engine of checkpoint " + name
                        + " does not say what its encoder makes of a state, which learning needs; use onnx or pytorch");
            }
            SequencedMap<String, LearnedFile.Entry> learned = new LinkedHashMap<>();
            for (Lesson lesson : Lesson.of(judgement, name)) {
                report(lesson);
                if (lesson.learning() instanceof Learning.Learned taught) {
                    learned.put(lesson.wording(), lesson.entry(taught));
                }
            }
            if (learned.isEmpty()) {
                program.err().println("no question was learned; " + out + " is not written");
                return Program.MISSED;
            }
            String revision = answering.weights(name).revision();
            Program.write(Objects.requireNonNull(out), new LearnedFile(revision, learned).bytes());
            program.out().println("For checkpoint " + name + ", " + revision + ": SERVICE_LEARNED=" + out);
            return 0;
        }
    }

    private void report(Lesson lesson) {
        int labels = lesson.alone().size();
        program.out().println(lesson.name() + ": " + labels + (labels == 1 ? " label" : " labels"));
        line("checkpoint alone", lesson.alone());
        switch (lesson.learning()) {
            case Learning.TooFew _ ->
                program.out().println("  not learned: it takes " + Learner.LEAST + " labels, better 100");
            case Learning.Unlabelled unlabelled ->
                program.out()
                        .println("  not learned: no row is labelled "
                                + lesson.optionsWithoutLabel(unlabelled).stream()
                                        .map(option -> "'" + option + "'")
                                        .collect(Collectors.joining(", "))
                                + "; label some, or take the option out of the question");
            case Learning.NoGain gain -> {
                line("calibrated", lesson.calibrated());
                line("learned", lesson.learned(gain.heldOut()));
                program.out().println("  not learned: these labels do not show for sure that it helps");
            }
            case Learning.Learned learned -> {
                line("calibrated", lesson.calibrated());
                line("learned", lesson.learned(learned.heldOut()));
                curve(LearningCurve.of(lesson.vectors()));
            }
        }
    }

    private void line(String name, List<Judged> rows) {
        Metrics metrics = Metrics.of(rows);
        program.out()
                .printf(
                        Locale.ROOT,
                        "  %-16s  right %s, log loss %s, ECE %s%n",
                        name,
                        percent(metrics.accuracy()),
                        number(metrics.logLoss()),
                        number(metrics.calibrationError()));
    }

    private static String percent(Estimate estimate) {
        return String.format(
                Locale.ROOT,
                "%.1f %% (%.1f to %.1f)",
                100 * estimate.value(),
                100 * estimate.interval().low(),
                100 * estimate.interval().high());
    }

    private static String number(Estimate estimate) {
        return String.format(
                Locale.ROOT,
                "%.3f (%.3f to %.3f)",
                estimate.value(),
                estimate.interval().low(),
                estimate.interval().high());
    }

    private void curve(LearningCurve curve) {
        program.out()
                .println("  right with fewer labels: "
                        + curve.points().stream()
                                .map(point -> String.format(
                                        Locale.ROOT, "%d: %.1f %%", point.labels(), 100 * point.accuracy()))
                                .collect(Collectors.joining(", ")));
        double more = curve.expectedOfTwice();
        if (curve.points().size() > 2) {
            program.out()
                    .println(
                            more == 0
                                    ? "  more labels would hardly change it"
                                    : String.format(
                                            Locale.ROOT,
                                            "  twice as many labels may bring another %.0f of 100 answers",
                                            100 * more));
        }
    }
}
