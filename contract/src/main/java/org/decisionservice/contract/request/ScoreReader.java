// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.Question;
import org.decisionservice.core.text.JsonText;

/** Reads the levels of a score, lowest first. */
final class ScoreReader {
    private ScoreReader() {}

    static Question.Score read(QuestionFields fields, Map<String, JsonValue> members, String instructions) {
        if (!(members.get("criteria") instanceof JsonArray criteria)
                || criteria.elements().isEmpty()) {
            throw fields.lacks(
                    "criteria",
                    members,
                    "a score takes 'criteria' as a non-empty array of level texts, lowest level first");
        }
        List<String> levels = new ArrayList<>(criteria.elements().size());
        for (JsonValue level : criteria.elements()) {
            if (level instanceof JsonNull) {
                throw fields.refuse(String.format(
                        Locale.ROOT, "score level %d is null; give every level a description", levels.size()));
            }
            levels.add(JsonText.asText(level));
        }
        fields.refuseLabels(members);
        return new Question.Score(instructions, levels, fields.optionOrder(members, levels.size()));
    }
}
