// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.contract.request.RequestRules;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.tools.labelled.LabelsException;

/** Reads questions that a service answers, whichever contract it speaks. */
public final class RecordedQuestions {
    /** The rules that refuse least; what was answered was valid under others. */
    static final RequestReader READER =
            new RequestReader(CheckpointNames.ROUTED, WireOptions.DEFAULTS.maxTokenBudget(), RequestRules.CONTRACT);

    private RecordedQuestions() {}

    /**
     * Reads the questions of {@code file}, by id, as it has them.
     *
     * @throws LabelsException if they are no questions
     */
    public static SequencedMap<String, Question> of(Path file, SequencedMap<String, JsonValue> questions) {
        SequencedMap<String, JsonValue> request = new LinkedHashMap<>();
        request.put("state", new JsonString("any"));
        request.put("questions", new JsonObject(questions));
        byte[] body = JsonText.render(new JsonObject(request)).getBytes(StandardCharsets.UTF_8);
        try {
            return READER.single(body).request().questions();
        } catch (RefusedException e) {
            throw LabelsException.of(file, e.refusal().detail());
        }
    }
}
