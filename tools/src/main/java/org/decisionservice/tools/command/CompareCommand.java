// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.decisionservice.core.text.Nearest;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.tools.judge.Compared;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.TableColumns;
import org.decisionservice.tools.report.Comparison;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says how two ways of answering differ. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description =
                "Says which answers differ between two checkpoints, precisions, engines or wordings, by how much, and"
                        + " on labels which is right more often.",
        footer = {
            "A and B are each a directory of checkpoints; settings such as precision=int8 or",
            "engine=pytorch,checkpoints=DIR; questions=FILE, a JSON object of question id to question, to ask FILE in",
            "other words; or a file that answer or evaluate --json wrote for FILE.",
            "FILE may be a decision log, and A or B then a decision log of the same requests.",
            "Status: 0, 1 if more answers differ than allowed, 2 if it cannot be run as asked."
        })
final class CompareCommand implements Callable<Integer> {
    private static final String PRECISION = "SERVICE_PRECISION";

    /** Stands behind a precision. */
    private static final String TOLERANCE = "tolerance";

    private static final Map<String, String> SETTINGS = Map.of(
            "checkpoints", "--checkpoints",
            "engine", "--engine",
            "precision", PRECISION,
            "fitted", "SERVICE_FITTED");

    /** Names a file of questions, which is no setting of what answers. */
    private static final String QUESTIONS = "questions";

    private final Program program;

    @Parameters(index = "0", paramLabel = "A", description = "one way of answering")
    private String first = "";

    @Parameters(index = "1", paramLabel = "B", description = "another")
    private String second = "";

    @Parameters(
            index = "2..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "requests, or labels as evaluate takes them")
    private List<Path> files = List.of();

    @Mixin
    private final LabelSheet sheet = new LabelSheet();

    @Option(names = "--json", paramLabel = "OUT.json", description = "write the numbers and every answer that differs")
    private @Nullable Path json;

    @Option(
            names = "--allow",
            paramLabel = "X",
            description = "the share of answers that may differ, 0 to 1 (default: 0; of two wordings, any)")
    private @Nullable String allowed;

    CompareCommand(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        Optional<Double> allow = Optional.ofNullable(allowed).map(Range.share("--allow", "0.05")::read);
        // Before the first side is asked, which may take hours.
        List.of(first, second).forEach(CompareCommand::side);
        Optional<Path> worded = questions(first).or(() -> questions(second));
        new Outputs()
                .reading("FILE", files)
                .reading("A", path(first))
                .reading("B", path(second))
                .writing("--json", json);
        boolean table = files.stream().anyMatch(LabelledFile::isTable);
        Optional<TableColumns> ownWords = sheet.columns(table ? worded : Optional.empty());
        Compared compared = Compared.of(LabelledFile.readUnlabelled(files, ownWords));
        program.err().println(compared.said());
        Stream.of(first, second).flatMap(side -> questions(side).stream()).forEach(compared::requireWords);
        Compared.Side a = answers(compared, first);
        Compared.Side b = answers(compared, second);
        Comparison comparison = compared.compare(a, b);
        program.out().println("A is " + first + ", B is " + second);
        program.out().print(comparison.text());
        Compared.leftOut(a, b).ifPresent(program.out()::println);
        a.answered().shortened().ifPresent(text -> program.out().println("A: " + text));
        b.answered().shortened().ifPresent(text -> program.out().println("B: " + text));
        if (json != null) {
            Program.write(json, Compared.json(comparison, a, b));
        }
        // Other words are meant to have other answers.
        double most = allow.orElse(worded.isPresent() ? 1.0 : 0.0);
        return comparison.differing().size() <= most * comparison.compared() ? 0 : Program.MISSED;
    }

    private Compared.Side answers(Compared compared, String side) {
        Path recorded = path(side);
        return recorded == null
                ? compared.ask(() -> program.open(new Where(), side(side)), questions(side))
                : compared.read(recorded);
    }

    /** The file of the words that a side asks in, if it names one. */
    private static Optional<Path> questions(String side) {
        if (path(side) != null || Files.isDirectory(Path.of(side))) {
            return Optional.empty();
        }
        return Arrays.stream(side.split(",", -1))
                .filter(each -> each.startsWith(QUESTIONS + "="))
                .map(each -> Path.of(each.substring(QUESTIONS.length() + 1)))
                .findFirst();
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
            if (parts[0].equals(QUESTIONS) && parts.length == 2) {
                continue;
            }
            if (parts[0].equals(TOLERANCE)
                    && settings.computeIfPresent(PRECISION, (_, named) -> named + "," + each) != null) {
                continue;
            }
            String name = SETTINGS.get(parts[0]);
            if (parts.length < 2 || name == null) {
                throw new ConfigurationException(side + ": it takes a directory, a file, or settings such as"
                        + " precision=int8; the settings are checkpoints, engine, fitted, precision"
                        + " and questions" + Nearest.suggestion(parts[0], SETTINGS.keySet()));
            }
            settings.merge(name, parts[1], (one, other) -> name.equals("SERVICE_FITTED") ? one + "," + other : other);
        }
        return settings;
    }
}
