// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.judging.report.Comparison;
import org.decisionservice.tools.judge.Answers;
import org.decisionservice.tools.judge.Compared;
import org.decisionservice.tools.labelled.LabelledFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says how two ways of answering differ. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = "Says which answers differ between two checkpoints, precisions or engines, and by how much.",
        footer = {
            "A and B are each a directory of checkpoints; settings such as precision=int8 or",
            "engine=pytorch,checkpoints=DIR; or a file that answer or evaluate --json wrote for FILE.",
            "FILE may be a decision log, and A or B then a decision log of the same requests.",
            "Status: 0, 1 if more answers differ than allowed, 2 if it cannot be run as asked."
        })
final class CompareCommand implements Callable<Integer> {
    private static final Map<String, String> SETTINGS = Map.of(
            "checkpoints", "--checkpoints",
            "engine", "--engine",
            "precision", "SERVICE_PRECISION",
            "calibration", "SERVICE_CALIBRATION");

    private final Program program;

    @Parameters(index = "0", paramLabel = "A", description = "one way of answering")
    private String first = "";

    @Parameters(index = "1", paramLabel = "B", description = "another")
    private String second = "";

    @Parameters(index = "2", paramLabel = "FILE", description = "requests, or labels as evaluate takes them")
    private @Nullable Path file;

    @Mixin
    private final Sheet sheet = new Sheet();

    @Option(names = "--json", paramLabel = "OUT.json", description = "write the numbers and every answer that differs")
    private @Nullable Path json;

    @Option(
            names = "--allow",
            paramLabel = "X",
            description = "the share of answers that may differ, 0 to 1 (default: ${DEFAULT-VALUE})")
    private String allowed = "0";

    CompareCommand(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        double most = Range.share("--allow", "0.05").read(allowed);
        // Before the first side is asked, which may take hours.
        List.of(first, second).forEach(CompareCommand::side);
        new Outputs()
                .reading("FILE", file)
                .reading("A", path(first))
                .reading("B", path(second))
                .writing("--json", json);
        Compared compared = Compared.of(LabelledFile.readUnlabelled(Objects.requireNonNull(file), sheet.questions()));
        program.err().println(compared.said());
        Answers.Answered a = answers(compared, first);
        Answers.Answered b = answers(compared, second);
        Comparison comparison = compared.compare(a, b);
        program.out().println("A is " + first + ", B is " + second);
        program.out().print(comparison.text());
        a.shortened().ifPresent(text -> program.out().println("A: " + text));
        b.shortened().ifPresent(text -> program.out().println("B: " + text));
        if (json != null) {
            Program.write(json, Compared.json(comparison, a, b));
        }
        return comparison.differing().size() <= most * comparison.compared() ? 0 : Program.MISSED;
    }

    private Answers.Answered answers(Compared compared, String side) {
        Path recorded = path(side);
        return recorded == null ? compared.ask(() -> program.open(side(side))) : compared.read(recorded);
    }

    /** The settings of a side; none if it is a file of answers. */
    private static Map<String, String> side(String side) {
        if (path(side) != null) {
            return Map.of();
        }
        return Files.isDirectory(Path.of(side)) ? Map.of("--checkpoints", side) : settings(side);
    }

    /** The file that a side may be; settings are none. */
    private static @Nullable Path path(String side) {
        return Files.isRegularFile(Path.of(side)) ? Path.of(side) : null;
    }

    private static Map<String, String> settings(String side) {
        Map<String, String> settings = new HashMap<>();
        for (String each : side.split(",", -1)) {
            String[] parts = each.split("=", 2);
            String name = SETTINGS.get(parts[0]);
            if (parts.length < 2 || name == null) {
                throw new ConfigurationException(side + ": it takes a directory, a file, or settings such as"
                        + " precision=int8; the settings are calibration, checkpoints, engine and precision"
                        + Slips.suggestion(parts[0], SETTINGS.keySet()));
            }
            settings.put(name, parts[1]);
        }
        return settings;
    }
}
