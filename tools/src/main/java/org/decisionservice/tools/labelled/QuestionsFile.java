// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;

/** The questions of a table, by id, in a file of their own. */
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
                return object.members();
            }
            throw LabelsException.of(path, "it takes a JSON object of question id to question");
        } catch (RefusedException e) {
            throw LabelsException.of(path, e.refusal().detail().replace("request body", "it"));
        }
    }
}
