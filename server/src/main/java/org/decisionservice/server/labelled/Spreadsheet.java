// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.labelled;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.server.json.JsonReader;

/**
 * A CSV file with a column {@code state}, a column for each labelled question, named by its id, and perhaps one named
 * {@code language}. An empty cell is no label.
 */
final class Spreadsheet {
    private static final String STATE = "state";
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private Spreadsheet() {}

    static List<LabelledRow> read(Path file, Path questionsFile) throws IOException {
        SequencedMap<String, JsonValue> questions = questions(questionsFile);
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .setTrim(true)
                .get();
        List<LabelledRow> rows = new ArrayList<>();
        try (Reader reader = Files.newBufferedReader(file);
                CSVParser parser = CSVParser.parse(reader, format)) {
            List<String> header = parser.getHeaderNames();
            // Spreadsheets write a mark in front of the first name.
            List<String> names = header.stream()
                    .map(name -> name.startsWith(BYTE_ORDER_MARK) ? name.substring(1) : name)
                    .toList();
            if (!names.contains(STATE) || questions.keySet().stream().noneMatch(names::contains)) {
                throw new LabelsException(file + ": the first line must name a column 'state' and one for each of "
                        + String.join(", ", questions.keySet()));
            }
            for (CSVRecord cells : parser) {
                row(cells, names, questions).ifPresent(rows::add);
            }
        }
        return rows;
    }

    private static Optional<LabelledRow> row(
            CSVRecord cells, List<String> names, SequencedMap<String, JsonValue> questions) {
        SequencedMap<String, JsonValue> asked = new LinkedHashMap<>();
        SequencedMap<String, JsonValue> gold = new LinkedHashMap<>();
        questions.forEach((id, question) -> {
            String label = cell(cells, names, id);
            if (!label.isEmpty()) {
                asked.put(id, question);
                gold.put(id, new JsonString(label));
            }
        });
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        SequencedMap<String, JsonValue> request = new LinkedHashMap<>();
        request.put(STATE, new JsonString(cell(cells, names, STATE)));
        request.put("questions", new JsonObject(asked));
        return Optional.of(new LabelledRow(
                Math.toIntExact(cells.getRecordNumber() + 1),
                request,
                gold,
                true,
                Optional.of(cell(cells, names, "language")).filter(language -> !language.isEmpty()),
                Optional.empty()));
    }

    private static String cell(CSVRecord cells, List<String> names, String name) {
        int column = names.indexOf(name);
        return column >= 0 && column < cells.size() ? cells.get(column) : "";
    }

    private static SequencedMap<String, JsonValue> questions(Path file) throws IOException {
        try {
            if (JsonReader.read(RegularFile.bytes(file)).root() instanceof JsonObject object) {
                return object.members();
            }
            throw new LabelsException(file + ": it takes a JSON object of question id to question");
        } catch (RefusedException e) {
            throw new LabelsException(file + ": " + e.refusal().detail().replace("request body", "it"));
        }
    }
}
