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
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.contract.fitted.LearnedFile;
import org.decisionservice.core.text.Quote;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.judging.learning.FamiliarStates;
import org.decisionservice.judging.learning.LearningCurve;
import org.decisionservice.judging.learning.Suspects;
import org.decisionservice.judging.metrics.Confusion;
import org.decisionservice.judging.metrics.Estimate;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.tools.judge.Answering;
import org.decisionservice.tools.judge.CheckedLabels;
import org.decisionservice.tools.judge.Judgement;
import org.decisionservice.tools.judge.Lesson;
import org.decisionservice.tools.judge.Lessons;
import org.decisionservice.tools.labelled.Corrections;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.report.LearningReport;
import org.decisionservice.tools.report.Report;
import org.decisionservice.tools.report.TextReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Learns from labels what a checkpoint answers wrongly. */
@Command(
        name = "learn",
        mixinStandardHelpOptions = true,
        description = "Learns single questions from labels, so that more answers are right, for SERVICE_FITTED.",
        footer = {
            "A question whose answers to rows that were left out do not get better for sure stays as it is.",
            "With --next it writes rows to fill in, the one that is worth most first, and learns nothing.",
            "Status: 0, 1 if no question was learned, or --thresholds found none, 2 if it cannot be run as asked."
        })
final class LearnCommand implements Callable<Integer> {
    private static final double NOTICEABLE = 0.02;

    /** Of fewer answers, all may be wrong by chance. */
    private static final int FEWEST_CORRECTED = 10;

    private final Program program;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "labels, as evaluate takes them; --next goes without if there are none yet")
    private List<Path> files = List.of();

    @Option(
            names = "--out",
            required = true,
            paramLabel = "OUT",
            description = "the file to write: OUT.safetensors, or OUT.jsonl with --next")
    private @Nullable Path out;

    @Option(
            names = "--next",
            paramLabel = "POOL",
            description = "learn nothing, but choose from rows without labels (or a decision log with its states) those"
                    + " that are worth a label")
    private @Nullable Path next;

    @Option(
            names = "--log",
            arity = "1..*",
            paramLabel = "LOG",
            description = "a decision log with its states, whose answers people have looked at since; --answers says"
                    + " which are right")
    private List<Path> logs = List.of();

    @Option(
            names = "--answers",
            paramLabel = "FILE.csv",
            description = "for --log: a table with a column request_id and a column for each question, named by its id,"
                    + " with the right answers, also where the service was right")
    private @Nullable Path answers;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "for --next: how many rows to choose for each question (default: 20)")
    private @Nullable String count;

    @Option(
            names = "--report",
            paramLabel = "OUT.html",
            description = "write a page with the numbers, explained, and a picture of what more labels bring")
    private @Nullable Path report;

    @Option(
            names = "--thresholds",
            paramLabel = "OUT.json",
            description = "write the threshold of each question that has one, for SERVICE_FITTED, by rows that were"
                    + " left out")
    private @Nullable Path thresholds;

    @Option(
            names = "--wanted",
            paramLabel = "X",
            description = "the accuracy to find thresholds for, between 0 and 1 (default: ${DEFAULT-VALUE})")
    private String wanted = "0.95";

    @Option(
            names = "--show-states",
            description = "print the texts of labels that the other labels contradict; they may be personal")
    private boolean showStates;

    @Option(
            names = "--unlike",
            description = "also learn which states are unlike all that were labelled: answers about them say so")
    private boolean unlike;

    @Mixin
    private final LabelSheet sheet = new LabelSheet();

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
                .reading("FILE", files)
                .reading("--next", next)
                .reading("--log", logs)
                .reading("--answers", answers)
                .reading("--questions", sheet.questions().orElse(null))
                .writing("--out", out)
                .writing("--report", report)
                .writing("--thresholds", thresholds);
        double accuracy = Range.betweenZeroAndOne("--wanted", "0.95").read(wanted);
        if (next != null) {
            return next(next, Objects.requireNonNull(out));
        }
        if (count != null) {
            throw new ConfigurationException("--count: it says how many rows --next chooses; give both or none");
        }
        LabelledFile labels = labels();
        try (Answering answering = program.openUncalibrated(where).returningStateVectors()) {
            CheckedLabels checked = program.said(CheckedLabels.of(labels, answering));
            warnOfMistakesAlone(checked);
            Judgement judgement = Judgement.of(checked, answering);
            String name = answering.oneOf(judgement.checkpoints(), Optional.ofNullable(checkpoint), "to learn for");
            Lessons lessons = Lessons.of(checked, judgement, answering, name);
            SequencedMap<String, LearnedFile.Entry> entries = lessons.entries(unlike);
            for (int i = 0; i < lessons.all().size(); i++) {
                Lesson lesson = lessons.all().get(i);
                print(lesson.name(), lessons.reported().get(i));
                suspects(
                        lesson,
                        labels.isJoined() ? "" : labels.rows().getFirst().file() + " ");
                Optional.ofNullable(entries.get(lesson.wording())).ifPresent(this::unlike);
            }
            String revision = lessons.revision();
            if (report != null) {
                LearningReport page =
                        new LearningReport(Sheet.names(inputs()), name + " (" + revision + ")", lessons.reported());
                Program.write(report, page.html().getBytes(StandardCharsets.UTF_8));
            }
            Optional<byte[]> written = lessons.file(entries);
            if (written.isEmpty()) {
                program.err().println("no question was learned; " + out + " is not written");
                return Program.MISSED;
            }
            Program.write(Objects.requireNonNull(out), written.get());
            program.out().println("For checkpoint " + name + ", " + revision + ": SERVICE_FITTED=" + out);
            if (thresholds == null) {
                return 0;
            }
            Report judged = lessons.judged(accuracy);
            judged.questions()
                    .forEach(asked ->
                            program.out().println(asked.title() + ": " + TextReport.threshold(asked, accuracy)));
            return Thresholds.write(program, thresholds, lessons.made(written.get()), judged);
        }
    }

    private List<Path> inputs() {
        return Stream.of(files, logs, answers == null ? List.<Path>of() : List.of(answers))
                .flatMap(List::stream)
                .toList();
    }

    private LabelledFile labels() {
        if (logs.isEmpty() != (answers == null)) {
            throw new ConfigurationException(
                    "--log and --answers: one holds the states, the other the right answers; give both or none");
        }
        List<LabelledFile> all = new ArrayList<>();
        if (!files.isEmpty()) {
            all.add(LabelledFile.read(files, sheet.columns()));
        }
        if (answers != null) {
            all.add(Corrections.of(logs, answers));
        }
        if (all.isEmpty()) {
            throw new ConfigurationException(
                    "FILE: name a file of labels, a log with --log, or with --next one of rows without labels");
        }
        return LabelledFile.joined(all);
    }

    /** Many send back only what they changed, and of that alone every sure answer would be wrong. */
    private void warnOfMistakesAlone(CheckedLabels labels) {
        List<CheckedLabels.CheckedRow> corrected = labels.rows().stream()
                .filter(each -> each.row().recorded().isPresent())
                .toList();
        long wrong = corrected.stream().filter(LearnCommand::wasWrong).count();
        if (wrong == corrected.size() && wrong >= FEWEST_CORRECTED) {
            program.err()
                    .println("warning: all " + wrong + " answers of the log were wrong; add those that people found"
                            + " right, or it is learned that the service is never right");
        }
    }

    private static boolean wasWrong(CheckedLabels.CheckedRow corrected) {
        int answered = corrected.row().recorded().orElseThrow().probabilities().argMax();
        return corrected.right().values().stream().noneMatch(right -> right == answered);
    }

    private int next(Path pool, Path written) {
        if (report != null) {
            throw new ConfigurationException("--report: --next learns nothing that it could report; leave it out");
        }
        if (unlike) {
            throw new ConfigurationException("--unlike: --next learns nothing that could tell; leave it out");
        }
        if (thresholds != null) {
            throw new ConfigurationException("--thresholds: --next learns nothing that it could judge; leave it out");
        }
        NextLabels choosing = new NextLabels(program, sheet, Optional.ofNullable(count), written);
        try (Answering answering = program.openUncalibrated(where).returningStateVectors()) {
            choosing.choose(files, pool, Optional.ofNullable(checkpoint), answering);
        }
        return 0;
    }

    private void print(String name, LearningReport.Lesson lesson) {
        program.out().println(name + ": " + lesson.result());
        line("checkpoint alone", lesson.alone());
        line("calibrated", lesson.calibrated());
        line("learned", lesson.learned());
        rare(lesson);
        program.out().println("  " + lesson.outcome());
        lesson.curve().ifPresent(curve -> curve(curve, lesson.outlook()));
    }

    private void unlike(LearnedFile.Entry entry) {
        if (unlike) {
            program.out()
                    .println(
                            entry.familiarity().isPresent()
                                    ? "  answers about states unlike the labelled ones say so, and about 1 in 20 of the"
                                            + " others"
                                    : "  unlike states are not told: that takes " + FamiliarStates.LEAST
                                            + " labelled states that differ");
        }
    }

    /** @param file goes before the line of a label, unless labels say their file themselves */
    private void suspects(Lesson lesson, String file) {
        List<Suspects.Suspect> suspects = lesson.suspects();
        if (suspects.isEmpty()) {
            return;
        }
        program.out()
                .printf(
                        Locale.ROOT,
                        "  look at %s, which the other labels contradict, first at those above:%n",
                        suspects.size() == 1 ? "this label" : "these labels");
        suspects.stream().limit(Lesson.MOST_SUSPECTS).forEach(suspect -> suspect(lesson, suspect, file));
        int more = suspects.size() - Lesson.MOST_SUSPECTS;
        if (more > 0) {
            program.out().println("    … and " + more + " more, which are less in doubt");
        }
    }

    private void suspect(Lesson lesson, Suspects.Suspect suspect, String file) {
        Judged row = lesson.alone().get(suspect.row());
        program.out()
                .printf(
                        Locale.ROOT,
                        "    %s: labelled %s, the others say %s (%.0f %%)%n",
                        file + row.context().place(),
                        Quote.of(row.options().get(row.gold())),
                        Quote.of(row.options().get(suspect.option())),
                        100 * suspect.probability());
        if (showStates) {
            program.out().println("      " + Quote.of(row.context().state()));
        }
    }

    /** Where labels are unbalanced, most answers may be right and those of a rare option never. */
    private void rare(LearningReport.Lesson lesson) {
        if (lesson.learned().isEmpty()) {
            return;
        }
        double alone = Confusion.of(lesson.alone()).balancedAccuracy();
        double learned = Confusion.of(lesson.learned()).balancedAccuracy();
        double all = Metrics.of(lesson.learned()).accuracy().value();
        if (Math.abs(all - learned) > NOTICEABLE) {
            program.out()
                    .printf(
                            Locale.ROOT,
                            "  right, averaged over the options, each as much as the others: %.1f %% alone, %.1f %% learned%n",
                            100 * alone,
                            100 * learned);
        }
    }

    private void line(String name, List<Judged> rows) {
        if (rows.isEmpty()) {
            return;
        }
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

    private void curve(LearningCurve curve, String outlook) {
        program.out()
                .println("  right by number of labels: "
                        + curve.points().stream()
                                .map(point -> String.format(
                                        Locale.ROOT, "%d: %.1f %%", point.labels(), 100 * point.accuracy()))
                                .collect(Collectors.joining(", ")));
        program.out().println("  " + outlook);
    }
}
