// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;

/** A file with one JSON object per line. Blank lines and, as upstream's files have them, comments are passed over. */
public final class JsonLines {
    private JsonLines() {}

    /** Reads {@code file}; if {@code labelled}, rows without a label are passed over. */
    static LabelledFile read(TextFile file, boolean labelled) {
        List<LabelledRow> rows = new ArrayList<>();
        int unlabelled = 0;
        int stateless = 0;
        int number = 0;
        for (String line : file.lines()) {
            number++;
            if (isPassedOver(line)) {
                continue;
            }
            LabelledRow row = row(file.path(), number, line, rows.isEmpty() && unlabelled + stateless == 0);
            if (labelled && row.gold().isEmpty()) {
                unlabelled++;
            } else if (labelled && row.hasBlankState()) {
                stateless++;
            } else {
                rows.add(row);
            }
        }
        return new LabelledFile(
                file.path().toString(), file.digest(), rows, new PassedOver(unlabelled, stateless, List.of()));
    }

    /** Whether a line is blank or a comment. */
    static boolean isPassedOver(String line) {
        return Plain.isBlank(line) || line.strip().startsWith("#");
    }

    /**
     * Reads a line.
     *
     * @param number of the line, from 1
     * @param first whether it is the first that is not passed over
     */
    static LabelledRow row(Path file, int number, String line, boolean first) {
        if (first) {
            notLines(line).ifPresent(text -> {
                throw LabelsException.at(file, number, text);
            });
        }
        return object(
                file,
                number,
                line,
                "an object with 'state', 'question' and 'gold'",
                (at, members) -> RowReader.read(file, at, members));
    }

    /**
     * What {@code read} makes of each line, in their order.
     *
     * @param takes what a line has to be
     * @param read takes the number of a line and its members; its refusal need not name the line
     * @throws LabelsException naming the line
     */
    public static <T> List<T> all(
            TextFile file, String takes, BiFunction<Integer, SequencedMap<String, JsonValue>, T> read) {
        List<T> all = new ArrayList<>();
        int number = 0;
        for (String line : file.lines()) {
            number++;
            if (!isPassedOver(line)) {
                all.add(object(file.path(), number, line, takes, read));
            }
        }
        return all;
    }

    private static <T> T object(
            Path file,
            int number,
            String line,
            String takes,
            BiFunction<Integer, SequencedMap<String, JsonValue>, T> read) {
        try {
            if (!(JsonReader.readData(line.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object)) {
                throw new LabelsException("it takes " + takes);
            }
            return read.apply(number, object.members());
        } catch (RefusedException e) {
            throw LabelsException.at(file, number, broken(line, e.refusal().detail()));
        } catch (LabelsException e) {
            throw LabelsException.at(file, number, String.valueOf(e.getMessage()));
        }
    }

    private static String broken(String line, String detail) {
        if (line.stripTrailing().endsWith("},")) {
            return "a comma follows the object; objects on lines of their own have no commas between them";
        }
        return ofLine(detail);
    }

    /** Words the service's refusal of a body for a line, which is not the first. */
    static String ofLine(String detail) {
        return detail.replace("request body", "the line").replace("error at line 1, column", "error at column");
    }

    /** Why a file whose first line this is has not one object per line; empty if it may have. */
    static Optional<String> notLines(String first) {
        String line = Plain.strip(first);
        if (line.startsWith("[")) {
            return Optional.of("the file is one JSON array; jq -c '.[]' writes its objects on lines of their own");
        }
        if (line.equals("{")) {
            return Optional.of("the object goes on in the next line; jq -c . writes each object on one line");
        }
        return line.startsWith("{")
                ? Optional.empty()
                : Optional.of("no JSON object; a table takes a name that ends in .csv or .tsv");
    }
}
