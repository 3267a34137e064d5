// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.decisionservice.tools.labelled.FileKind;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.TableColumns;
import org.decisionservice.tools.lines.HttpAnswerer;
import org.decisionservice.tools.lines.LineAnswerer;
import org.decisionservice.tools.lines.LineRun;
import org.decisionservice.tools.lines.LocalAnswerer;
import org.decisionservice.tools.lines.Progress;
import org.decisionservice.tools.lines.RequestFile;
import org.decisionservice.tools.lines.TableRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers a file of requests, or a table. */
@Command(
        name = "answer",
        mixinStandardHelpOptions = true,
        description =
                "Answers a file of requests: each line a request, each line an answer, in order. Or a table: each row"
                        + " asks the same questions, and the answers are columns after its own. A run that was stopped goes on if"
                        + " the same command is given again.",
        footer = "Status: 0, 1 if a line or row could not be answered, 2 if it cannot be run as asked.")
final class AnswerCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int MOST_CONNECTIONS = 256;

    private final Program program;

    @Parameters(
            index = "0",
            paramLabel = "IN",
            description = "requests as POST /v1/systemone takes them, each on a line; or a table (.csv, .tsv)")
    private @Nullable Path in;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            description =
                    "the answers, each on a line, with OUT.resume beside it, which says what they belong to; or the"
                            + " table with its answers, which is there when all rows are answered")
    private @Nullable Path out;

    @Mixin
    private final Sheet sheet = new Sheet();

    @Mixin
    private final Remote remote = new Remote();

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "for --url: how many requests to send at once (default: ${DEFAULT-VALUE})")
    private String connections = "8";

    @Mixin
    private final Where where = new Where();

    AnswerCommand(Program program) {
        this.program = program;
    }

    /** Answers a file with what {@code opener} opens; what the answers depend on is given by name. */
    @FunctionalInterface
    private interface Run {
        LineRun.Counts run(SequencedMap<String, String> dependsOn, Supplier<LineAnswerer> opener, Progress progress);
    }

    @Override
    public Integer call() {
        int atOnce = Range.whole("--connections", 1, MOST_CONNECTIONS, "8").readWhole(connections);
        Path from = Objects.requireNonNull(in);
        Path to = Objects.requireNonNull(out);
        Optional<TableColumns> columns = sheet.columns();
        FileKind.requireText(from);
        LabelledFile.requireQuestions(from, columns);
        if (columns.isPresent()) {
            new Outputs()
                    .reading("IN", from)
                    .reading("--questions", columns.get().questions())
                    .writing("OUT", to);
            return answered(
                    atOnce,
                    "rows",
                    (dependsOn, opener, progress) ->
                            new TableRun(from, columns.get(), to, dependsOn).run(opener, progress));
        }
        new Outputs().writing("OUT", to);
        return answered(
                atOnce,
                "lines",
                (dependsOn, opener, progress) ->
                        new LineRun(RequestFile.of(from), to, dependsOn).run(opener, progress));
    }

    private int answered(int atOnce, String unit, Run run) {
        Progress progress = new Progress(program.err(), unit, program.terminal(), System::nanoTime);
        LineRun.Counts outcome = remote.service(program, where)
                .map(service -> run.run(
                        new LinkedHashMap<>(Map.of("--url", service.url())),
                        () -> new HttpAnswerer(service.url(), service.key(), atOnce),
                        progress))
                .orElseGet(() -> run.run(
                        program.answersDependOn(where), () -> new LocalAnswerer(program.open(where)), progress));
        program.out()
                .printf(
                        Locale.ROOT,
                        "%d %s: %d answered, %d errors, %d blank; %.1f %s a second%n",
                        outcome.lines(),
                        unit,
                        outcome.lines() - outcome.failed() - outcome.blank(),
                        outcome.failed(),
                        outcome.blank(),
                        progress.rate(),
                        unit);
        outcome.shortened(unit).ifPresent(program.out()::println);
        return outcome.failed() == 0 ? 0 : FAILED;
    }
}
