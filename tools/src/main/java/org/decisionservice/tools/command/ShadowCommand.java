// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.decisionservice.tools.judge.LabelLines;
import org.decisionservice.tools.judge.ShadowLog;
import org.decisionservice.tools.judge.Trials;
import org.decisionservice.tools.report.Trial;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says whether to change to what a shadow has tried. */
@Command(
        name = "shadow",
        mixinStandardHelpOptions = true,
        description =
                "Says whether to switch to what SERVICE_SHADOW has tried: switch, do not switch, or not enough yet.",
        footer = {
            "Answers that are the same need no label. --to-label writes those that differ; write the right",
            "answers to \"gold\" in it and name it as LABELS.",
            "Status: 0 to switch, 1 if not or not yet, 2 if it cannot be run as asked."
        })
final class ShadowCommand implements Callable<Integer> {
    private final Program program;

    @Parameters(index = "0", paramLabel = "FILE", description = "the log of SERVICE_SHADOW")
    private @Nullable Path file;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "LABELS",
            description = "right answers: lines of JSON with request_id, state_index, id and gold")
    private @Nullable Path labels;

    @Option(
            names = "--margin",
            paramLabel = "X",
            description = "how much less often the shadow may be right and still be switched to, as a share of all"
                    + " answers (default: ${DEFAULT-VALUE})")
    private String margin = "0.01";

    @Option(
            names = "--to-label",
            paramLabel = "OUT.jsonl",
            description = "write the answers that differ and have no label, the first to label first")
    private @Nullable Path toLabel;

    @Option(names = "--json", paramLabel = "OUT.json", description = "write every number and every answer that differs")
    private @Nullable Path json;

    ShadowCommand(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        double share = Range.betweenZeroAndOne("--margin", "0.01").read(margin);
        new Outputs()
                .reading("FILE", file)
                .reading("LABELS", labels)
                .writing("--to-label", toLabel)
                .writing("--json", json);
        ShadowLog log = ShadowLog.read(Objects.requireNonNull(file), Optional.ofNullable(labels));
        program.err().println(file + ": " + log.said());
        Trials trials = Trials.of(log, share);
        program.out().print(trials.text());
        List<ShadowLog.Two> open = trials.unlabelled();
        if (toLabel != null && open.isEmpty()) {
            program.out().println("Every answer that differs is labelled, so " + toLabel + " is not written.");
        } else if (toLabel != null) {
            Program.write(toLabel, (String.join("\n", LabelLines.of(open)) + "\n").getBytes(StandardCharsets.UTF_8));
            program.out()
                    .println("Write the right answers to \"gold\" in " + toLabel + ", the first lines first; then"
                            + " ./serve shadow " + file + " " + toLabel);
        } else if (trials.decision() == Trial.Decision.NOT_YET && !open.isEmpty()) {
            program.out().println("--to-label OUT.jsonl writes the " + open.size() + " answers that can be labelled.");
        }
        if (json != null) {
            Program.write(json, trials.json());
        }
        return trials.decision() == Trial.Decision.SWITCH ? 0 : Program.MISSED;
    }
}
