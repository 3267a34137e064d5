// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonFile;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.contract.request.QuestionSet;

/** The questions of a table, by id, in a file of their own, or as the file of a question set has them. */
final class QuestionsFile {
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
                return ofSet(new JsonFile(object.members(), file.digest()))
                        .orElse(object)
                        .members();
            }
            throw LabelsException.of(path, "it takes a JSON object of question id to question, or a question set");
        } catch (MalformedFile e) {
            throw LabelsException.of(path, String.valueOf(e.getMessage()));
        } catch (RefusedException e) {
            throw LabelsException.of(path, e.refusal().detail().replace("request body", "it"));
        }
    }

    /** The questions of a question set; a question of the id {@code questions} has a type, and a set has none there. */
    private static Optional<JsonObject> ofSet(JsonFile file) {
        if (file.members().get("questions") instanceof JsonObject questions
                && !(questions.members().get("type") instanceof JsonString)
                && QuestionSet.MEMBERS.containsAll(file.members().keySet())) {
            file.requireVersion("version", List.of("1"));
            return Optional.of(questions);
        }
        return Optional.empty();
    }
}
