// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.tools.judge.Answering;
import org.decisionservice.tools.judge.CheckedLabels;
import org.decisionservice.tools.judge.Judgement;
import org.decisionservice.tools.judge.Lesson;
import org.decisionservice.tools.judge.Pool;
import org.decisionservice.tools.judge.Suggestions;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.PoolFile;
import org.decisionservice.tools.labelled.TableColumns;

/** Chooses for {@code learn --next} which rows to label. */
final class NextLabels {
    private static final int MOST = 10_000;

    private final Program program;
    private final Sheet sheet;
    private final int count;
    private final Path out;

    /** Checks what can be checked before a file is read; {@code count} may be absent. */
    NextLabels(Program program, Sheet sheet, Optional<String> count, Path out) {
        if (LabelledFile.isTable(out)) {
            throw new ConfigurationException("--out: with --next it holds lines of JSON, and " + out
                    + " would be read as a table; take a name that ends in .jsonl");
        }
        this.program = program;
        this.sheet = sheet;
        this.count = Range.whole("--count", 1, MOST, "20").readWhole(count.orElse("20"));
        this.out = out;
    }

    /**
     * Chooses and writes.
     *
     * @param labels what is labelled so far
     * @param checkpoint the one to learn for, if several answer
     */
    void choose(List<Path> labels, Path from, Optional<String> checkpoint, Answering answering) {
        PoolFile file = PoolFile.of(from, columns(List.of(from), labels));
        Optional<Judgement> judgement = labels.isEmpty()
                ? Optional.empty()
                : Optional.of(Judgement.of(
                        program.said(
                                CheckedLabels.of(LabelledFile.read(labels, columns(labels, List.of(from))), answering)),
                        answering));
        Pool pool = Pool.ask(file, answering);
        program.err().println(pool.said());
        NavigableSet<String> names = new TreeSet<>(pool.checkpoints());
        judgement.ifPresent(judged -> names.addAll(judged.checkpoints()));
        String name = answering.oneOf(names, checkpoint, "to learn for");
        answering.requireStateVectors(name);
        Map<String, Lesson> lessons = new HashMap<>();
        judgement.ifPresent(judged ->
                Lesson.of(judged, answering.namesOf(name)).forEach(each -> lessons.put(each.wording(), each)));
        Suggestions suggestions = Suggestions.of(pool, lessons, answering.namesOf(name), count);
        List<String> lines = suggestions.lines();
        Program.write(out, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        suggestions
                .questions()
                .forEach(each -> program.out()
                        .printf(
                                Locale.ROOT,
                                "%s: %d of %d rows, as %s%n",
                                each.name(),
                                each.rows().size(),
                                each.of(),
                                each.labels().isPresent()
                                        ? "learned from " + each.labels().getAsInt() + " labels"
                                        : "the checkpoint answers them alone"));
        String then = Stream.concat(labels.stream(), Stream.of(out))
                .map(Path::toString)
                .collect(Collectors.joining(" "));
        program.out()
                .println("Write the right answers to \"gold\" in " + out
                        + ", the first lines first, or open it at /docs/try; then ./serve learn " + then + ".");
        program.out()
                .println(
                        "These rows are harder than others: to know how many answers are right, evaluate rows that were"
                                + " drawn at random.");
    }

    /** A file of questions belongs to a table, and there may be one among the two. */
    private Optional<TableColumns> columns(List<Path> files, List<Path> others) {
        boolean ofOthers = files.stream().noneMatch(LabelledFile::isTable)
                && others.stream().anyMatch(LabelledFile::isTable);
        return ofOthers ? Optional.empty() : sheet.columns();
    }
}
