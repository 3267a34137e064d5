// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;

/** The questions of a table, by id, in a file of their own, or as the file of a question set has them. */
final class QuestionsFile {
    private static final Set<String> SET = Set.of("description", "questions");

    private QuestionsFile() {}

    /**
     * Reads it.
     *
     * @throws LabelsException if it holds anything else
     */
    static SequencedMap<String, JsonValue> read(Path path) {
        TextFile file = TextFile.read(path);
        try {
            if (JsonReader.readData(file.text().getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object
                    && !object.members().isEmpty()) {
                return ofSet(object).orElse(object).members();
            }
            throw LabelsException.of(path, "it takes a JSON object of question id to question, or a question set");
        } catch (RefusedException e) {
            throw LabelsException.of(path, e.refusal().detail().replace("request body", "it"));
        }
    }

    /** The questions of a question set; a question of the id {@code questions} has a type, and a set has none there. */
    private static Optional<JsonObject> ofSet(JsonObject file) {
        return file.members().get("questions") instanceof JsonObject questions
                        && !(questions.members().get("type") instanceof JsonString)
                        && SET.containsAll(file.members().keySet())
                ? Optional.of(questions)
                : Optional.empty();
    }
}
