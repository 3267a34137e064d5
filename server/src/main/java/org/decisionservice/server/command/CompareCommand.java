// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.decisionservice.api.Probabilities;
import org.decisionservice.judging.report.Comparison;
import org.decisionservice.server.config.ConfigurationException;
import org.decisionservice.server.judge.Compared;
import org.decisionservice.server.labelled.LabelledFile;
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
    private double allowed;

    CompareCommand(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        Compared compared = Compared.of(LabelledFile.readUnlabelled(Objects.requireNonNull(file), sheet.questions()));
        program.err().println(compared.said());
        List<Probabilities> a = answers(compared, first);
        List<Probabilities> b = answers(compared, second);
        Comparison comparison = compared.compare(a, b);
        program.out().println("A is " + first + ", B is " + second);
        program.out().print(comparison.text());
        if (json != null) {
            Program.write(json, Compared.json(comparison));
        }
        return comparison.differing().size() <= allowed * comparison.compared() ? 0 : Program.MISSED;
    }

    private List<Probabilities> answers(Compared compared, String side) {
        Path path = Path.of(side);
        if (Files.isRegularFile(path)) {
            return compared.read(path);
        }
        Map<String, String> settings = Files.isDirectory(path) ? Map.of("--checkpoints", side) : settings(side);
        return compared.ask(() -> program.open(settings));
    }

    private static Map<String, String> settings(String side) {
        Map<String, String> settings = new HashMap<>();
        for (String each : side.split(",", -1)) {
            String[] parts = each.split("=", 2);
            String name = SETTINGS.get(parts[0]);
            if (parts.length < 2 || name == null) {
                throw new ConfigurationException(side + ": it takes a directory, a file, or settings such as"
                        + " precision=int8; the settings are calibration, checkpoints, engine and precision");
            }
            settings.put(name, parts[1]);
        }
        return settings;
    }
}
