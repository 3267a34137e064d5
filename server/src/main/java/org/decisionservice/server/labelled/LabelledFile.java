// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.labelled;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.server.json.JsonReader;

/**
 * A file of labels.
 *
 * @param digest SHA-256 of its bytes, as 64 hex digits
 * @param rows in the order of the file, at least one
 */
public record LabelledFile(String digest, List<LabelledRow> rows) {
    public LabelledFile {
        rows = List.copyOf(rows);
    }

    /**
     * Reads a file: a name that ends in {@code .csv} is a spreadsheet, anything else holds one JSON object per line.
     *
     * @param questions the questions of a spreadsheet's columns, by id
     * @throws LabelsException naming the line and what to change
     */
    public static LabelledFile read(Path file, Optional<Path> questions) {
        return read(file, questions, true);
    }

    /** The same, for a file whose lines may have no labels; each then has {@code state} and its questions only. */
    public static LabelledFile readUnlabelled(Path file, Optional<Path> questions) {
        return read(file, questions, false);
    }

    /**
     * Whether its lines are those of a decision log, with their answers.
     *
     * @throws LabelsException if only some are
     */
    public boolean isRecorded() {
        long recorded = rows.stream().filter(row -> row.recorded().isPresent()).count();
        if (recorded != 0 && recorded != rows.size()) {
            throw new LabelsException("some lines are of a decision log and some are not; give one file of each");
        }
        return recorded != 0;
    }

    /**
     * Checks that every question can be asked.
     *
     * @throws LabelsException naming the first line of a decision log that has no state
     */
    public void requireStates() {
        for (LabelledRow row : rows) {
            if (row.recorded().filter(line -> !line.asksAgain()).isPresent()) {
                throw new LabelsException("line " + row.line() + ": this decision log has hashes instead of states, so"
                        + " its questions cannot be asked again; SERVICE_DECISION_LOG_STATES=1 keeps the states");
            }
        }
    }

    private static LabelledFile read(Path file, Optional<Path> questions, boolean labelled) {
        boolean spreadsheet =
                String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".csv");
        if (spreadsheet && questions.isEmpty()) {
            throw new LabelsException(
                    file + ": a CSV file has no questions; name a JSON file of id to question with" + " --questions");
        }
        if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
            throw new LabelsException(file + " cannot be read; it takes a regular file of labels, because it is read"
                    + " twice: write what a pipe delivers to a file first");
        }
        try {
            List<LabelledRow> rows = spreadsheet ? Spreadsheet.read(file, questions.get()) : lines(file, labelled);
            if (rows.isEmpty()) {
                throw new LabelsException(file + " has no " + (labelled ? "labelled " : "") + "rows");
            }
            return new LabelledFile(WeightsDigest.sha256(file), rows);
        } catch (CharacterCodingException _) {
            throw new LabelsException(file + " is not UTF-8");
        } catch (IOException e) {
            throw new LabelsException(file + " cannot be read: " + e.getMessage());
        }
    }

    private static List<LabelledRow> lines(Path file, boolean labelled) throws IOException {
        List<LabelledRow> rows = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                // Upstream's files may have comments.
                if (!line.isBlank() && !line.strip().startsWith("#")) {
                    LabelledRow row = row(file, number, line, labelled);
                    // Most decisions are never labelled.
                    if (!labelled || !row.gold().isEmpty()) {
                        rows.add(row);
                    }
                }
            }
        }
        return rows;
    }

    private static LabelledRow row(Path file, int number, String line, boolean labelled) {
        try {
            return RowReader.read(
                    number,
                    JsonReader.read(line.getBytes(StandardCharsets.UTF_8)).root(),
                    labelled);
        } catch (RefusedException e) {
            throw new LabelsException(
                    file + " line " + number + ": " + e.refusal().detail().replace("request body", "the line"));
        } catch (LabelsException e) {
            throw new LabelsException(file + " line " + number + ": " + e.getMessage());
        }
    }
}
