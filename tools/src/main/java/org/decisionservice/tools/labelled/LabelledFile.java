// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.Quote;

/**
 * A file of labels, or several as one.
 *
 * @param name for what has to be said about it
 * @param digest SHA-256 of its bytes, as 64 hex digits; of several the one of their digests
 * @param rows in the order of the file, at least one
 * @param passedOver what of it is not asked
 */
public record LabelledFile(String name, String digest, List<LabelledRow> rows, PassedOver passedOver) {
    public LabelledFile {
        rows = List.copyOf(rows);
    }

    /**
     * Reads a file: a name that ends in {@code .csv} or {@code .tsv} is a table, anything else holds one JSON object
     * per line.
     *
     * @param columns of a table
     * @throws LabelsException naming the line and what to change
     */
    public static LabelledFile read(Path file, Optional<TableColumns> columns) {
        return read(file, columns, true);
    }

    /**
     * Reads lines of JSON that are in memory, as those of a file.
     *
     * @param name what the file is called in messages
     * @throws LabelsException naming the line and what to change
     */
    public static LabelledFile ofLines(Path name, byte[] lines) {
        return notEmpty(name, JsonLines.read(TextFile.of(name, lines), true));
    }

    /**
     * The same of several files, in their order.
     *
     * @param columns of those that are tables; there must be one if it is given
     */
    public static LabelledFile read(List<Path> files, Optional<TableColumns> columns) {
        return joined(files, columns, true);
    }

    /** The same, for a file whose lines may have no labels; each then has {@code state} and its questions only. */
    public static LabelledFile readUnlabelled(Path file, Optional<TableColumns> columns) {
        return read(file, columns, false);
    }

    /** The same of several files. */
    public static LabelledFile readUnlabelled(List<Path> files, Optional<TableColumns> columns) {
        return joined(files, columns, false);
    }

    private static LabelledFile joined(List<Path> files, Optional<TableColumns> columns, boolean labelled) {
        boolean table = files.stream().anyMatch(LabelledFile::isTable);
        return joined(files.stream()
                .map(file -> read(file, table && !isTable(file) ? Optional.empty() : columns, labelled))
                .toList());
    }

    /** Several files as one, in their order; at least one. */
    public static LabelledFile joined(List<LabelledFile> all) {
        if (all.size() == 1) {
            return all.getFirst();
        }
        String digests = all.stream().map(LabelledFile::digest).collect(Collectors.joining());
        return new LabelledFile(
                all.stream().map(LabelledFile::name).collect(Collectors.joining(", ")),
                WeightsDigest.sha256(digests.getBytes(StandardCharsets.UTF_8)),
                all.stream().flatMap(file -> file.rows().stream()).toList(),
                all.stream()
                        .map(LabelledFile::passedOver)
                        .reduce(PassedOver::and)
                        .orElseThrow());
    }

    /** Whether it is several files. */
    public boolean isJoined() {
        return rows.stream().map(LabelledRow::file).distinct().count() > 1;
    }

    /**
     * Whether its lines are those of a decision log, with their answers.
     *
     * @throws LabelsException if only some are
     */
    public boolean isRecorded() {
        if (isOfTwo()) {
            throw Recorded.ofTwo(rows.getFirst().file());
        }
        long recorded = rows.stream().filter(row -> row.recorded().isPresent()).count();
        if (recorded != 0 && recorded != rows.size()) {
            throw new LabelsException(
                    name + ": some lines are of a decision log and some are not; give one file of each");
        }
        return recorded != 0;
    }

    private boolean isOfTwo() {
        return rows.stream()
                        .flatMap(row -> row.recorded().flatMap(Recorded::side).stream())
                        .distinct()
                        .count()
                > 1;
    }

    /**
     * Checks that every question can be asked.
     *
     * @throws LabelsException naming the first line of a decision log that has no state
     */
    public void requireStates() {
        for (LabelledRow row : rows) {
            requireState(row.file(), row);
        }
    }

    static void requireState(Path path, LabelledRow row) {
        if (row.recorded().filter(line -> !line.asksAgain()).isPresent()) {
            throw LabelsException.at(
                    path,
                    row.line(),
                    "this decision log has hashes instead of states, so its questions cannot be asked again;"
                            + " states=text in SERVICE_DECISION_LOG keeps the states");
        }
    }

    /**
     * The same rows with other questions in place of their own, by id. A row without ids has one question, and takes
     * the only one of the file.
     *
     * @throws LabelsException if a question has no other
     */
    public LabelledFile asking(Path questions) {
        SequencedMap<String, JsonValue> others = QuestionsFile.read(questions);
        List<LabelledRow> asked = rows.stream()
                .map(row -> row.asking(reworded(questions, row, others)))
                .toList();
        return new LabelledFile(name, digest, asked, passedOver);
    }

    private SequencedMap<String, JsonValue> reworded(
            Path questions, LabelledRow row, SequencedMap<String, JsonValue> others) {
        SequencedMap<String, JsonValue> asked = new LinkedHashMap<>();
        for (String id : row.questionIds()) {
            JsonValue other =
                    !row.named() && others.size() == 1 ? others.firstEntry().getValue() : others.get(id);
            if (other == null) {
                throw LabelsException.of(
                        questions,
                        row.named()
                                ? "it has no question " + Quote.of(id) + ", which " + name + " asks"
                                : "it takes one question, because the rows of " + name + " have one without an id");
            }
            asked.put(id, other);
        }
        return asked;
    }

    /** The refusal of a row. */
    public LabelsException fault(LabelledRow row, String text) {
        return LabelsException.at(row.file(), row.line(), text);
    }

    /** Why the service would refuse a row. */
    public LabelsException refused(LabelledRow row, RefusedException e) {
        return refused(row.file(), row, e);
    }

    static LabelsException refused(Path path, LabelledRow row, RefusedException e) {
        // A column would be one of the body that is made of the row.
        String detail = e.refusal().detail().replaceFirst("error at line 1, column [0-9]+: ", "");
        return LabelsException.at(path, row.line(), JsonLines.ofLine(detail));
    }

    /** Whether a file of this name holds a table. */
    public static boolean isTable(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return name.endsWith(".csv") || name.endsWith(".tsv");
    }

    private static LabelledFile read(Path path, Optional<TableColumns> columns, boolean labelled) {
        boolean table = isTable(path);
        TextFile file = TextFile.read(path);
        requireQuestions(path, columns);
        return notEmpty(path, table ? Spreadsheet.read(file, columns.orElseThrow()) : JsonLines.read(file, labelled));
    }

    private static LabelledFile notEmpty(Path path, LabelledFile read) {
        if (read.rows().isEmpty()) {
            throw LabelsException.of(path, read.passedOver().said(0, 0) + "; there is nothing to ask");
        }
        return read;
    }

    /**
     * Checks that a table, and nothing else, has its questions in a file of their own.
     *
     * @throws LabelsException if not
     */
    public static void requireQuestions(Path path, Optional<TableColumns> columns) {
        boolean table = isTable(path);
        if (table && columns.isEmpty()) {
            throw LabelsException.of(
                    path, "a table has no questions; name a JSON file of id to question with --questions");
        }
        if (!table && columns.isPresent()) {
            throw LabelsException.of(
                    path, "--questions is for a table (.csv, .tsv); lines of JSON have their questions with them");
        }
    }
}
