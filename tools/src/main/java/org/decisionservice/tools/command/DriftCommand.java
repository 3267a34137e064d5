// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.judging.drift.Baseline;
import org.decisionservice.tools.drift.Baselines;
import org.decisionservice.tools.drift.DriftReport;
import org.decisionservice.tools.drift.LoggedAnswers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says whether answers are distributed as they were. */
@Command(
        name = "drift",
        mixinStandardHelpOptions = true,
        description =
                "Says, without labels, whether the answers of a service are distributed as they were: what is answered,"
                        + " how sure it is, how often it abstains, in which languages states are, and how often they"
                        + " do not fit.",
        footer = {
            "BASELINE is a decision log of a time when all was well, or the file that --freeze made of one;",
            "several weeks are best, because then it is known how much days differ. NOW is a decision log.",
            "SERVICE_DRIFT_BASELINE=FILE has a service watch itself.",
            "Status: 0, 1 if there is drift, 2 if it cannot be run as asked."
        })
final class DriftCommand implements Callable<Integer> {
    private final Program program;

    @Parameters(index = "0", paramLabel = "BASELINE", description = "what to compare with")
    private @Nullable Path baseline;

    @Parameters(index = "1", arity = "0..1", paramLabel = "NOW", description = "what is answered now")
    private @Nullable Path now;

    @Option(names = "--freeze", paramLabel = "FILE", description = "keep the counts of BASELINE for later")
    private @Nullable Path frozen;

    @Option(names = "--json", paramLabel = "OUT.json", description = "write the numbers")
    private @Nullable Path json;

    DriftCommand(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        Path before = Objects.requireNonNull(baseline);
        if ((now == null) == (frozen == null)) {
            throw new ConfigurationException("drift takes either NOW, to compare, or --freeze FILE, to keep BASELINE");
        }
        if (frozen != null && json != null) {
            throw new ConfigurationException(
                    "--json: --freeze compares nothing, so there are no numbers; leave it out");
        }
        new Outputs()
                .reading("BASELINE", before)
                .reading("NOW", now)
                .writing("--freeze", frozen)
                .writing("--json", json);
        return frozen == null ? compare(before, Objects.requireNonNull(now)) : freeze(before, frozen);
    }

    private int freeze(Path log, Path file) {
        LoggedAnswers answers = LoggedAnswers.read(log);
        Program.write(file, Baselines.bytes(log, answers));
        program.err().println(answers.said(log));
        return 0;
    }

    private int compare(Path before, Path after) {
        Baseline compared = Baselines.read(before);
        LoggedAnswers answers = LoggedAnswers.read(after);
        program.err().println(answers.said(after));
        DriftReport report = DriftReport.of(compared, answers);
        program.out().print(report.text());
        if (json != null) {
            Program.write(json, report.json());
        }
        return report.alarms() == 0 ? 0 : Program.MISSED;
    }
}
