// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.decisionservice.tools.lines.HttpAnswerer;
import org.decisionservice.tools.lines.LineRun;
import org.decisionservice.tools.lines.LocalAnswerer;
import org.decisionservice.tools.lines.Progress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers a file of requests. */
@Command(
        name = "answer",
        mixinStandardHelpOptions = true,
        description = "Answers a file of requests: each line a request, each line an answer, in order. A run that was"
                + " stopped goes on if the same command is given again.",
        footer = "Status: 0, 1 if a line could not be answered, 2 if it cannot be run as asked.")
final class AnswerCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int MOST_CONNECTIONS = 256;

    private final Program program;

    @Parameters(index = "0", paramLabel = "IN.jsonl", description = "requests as POST /v1/systemone takes them")
    private @Nullable Path in;

    @Parameters(
            index = "1",
            paramLabel = "OUT.jsonl",
            description = "the answers; OUT.jsonl.resume beside it says what they belong to")
    private @Nullable Path out;

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

    @Override
    public Integer call() {
        int atOnce = Range.whole("--connections", 1, MOST_CONNECTIONS, "8").readWhole(connections);
        new Outputs().writing("OUT.jsonl", out);
        Progress progress = new Progress(program.err(), program.terminal(), System::nanoTime);
        LineRun.Counts outcome = remote.service(program, where)
                .map(service -> remote(service, atOnce, progress))
                .orElseGet(() -> local(progress));
        program.out()
                .printf(
                        Locale.ROOT,
                        "%d lines: %d answered, %d errors, %d blank; %.1f lines a second%n",
                        outcome.lines(),
                        outcome.lines() - outcome.failed() - outcome.blank(),
                        outcome.failed(),
                        outcome.blank(),
                        progress.rate());
        outcome.shortened().ifPresent(program.out()::println);
        return outcome.failed() == 0 ? 0 : FAILED;
    }

    private LineRun.Counts local(Progress progress) {
        return run(program.answersDependOn(where)).run(() -> new LocalAnswerer(program.open(where)), progress);
    }

    private LineRun.Counts remote(Remote.Service service, int atOnce, Progress progress) {
        return run(new LinkedHashMap<>(Map.of("--url", service.url())))
                .run(() -> new HttpAnswerer(service.url(), service.key(), atOnce), progress);
    }

    private LineRun run(SequencedMap<String, String> dependsOn) {
        return new LineRun(Objects.requireNonNull(in), Objects.requireNonNull(out), dependsOn);
    }
}
