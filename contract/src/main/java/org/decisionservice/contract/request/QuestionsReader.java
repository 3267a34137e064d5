// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;

/** Reads the questions of a request. Every refusal names the question. */
final class QuestionsReader {
    private QuestionsReader() {}

    static SequencedMap<String, Question> read(Map<String, JsonValue> definitions, RequestRules rules) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        definitions.forEach((id, definition) -> questions.put(id, question(new QuestionFields(id), definition, rules)));
        return questions;
    }

    private static Question question(QuestionFields fields, JsonValue definition, RequestRules rules) {
        if (Whitespace.blank(fields.id())) {
            throw fields.refuse("the id is blank; give every question a name");
        }
        if (!(definition instanceof JsonObject object)) {
            throw fields.refuse("must be an object with 'type' and 'instructions'");
        }
        var members = object.members();
        String type = members.get("type") instanceof JsonString text ? text.value() : "";
        return switch (type) {
            case "choice" -> {
                String instructions = instructions(fields, members);
                yield ChoiceReader.read(fields, members, instructions);
            }
            case "score" -> {
                String instructions = instructions(fields, members);
                yield ScoreReader.read(fields, members, instructions);
            }
            case "noul" -> {
                String instructions =
                        rules.criteriaAlone() && criteriaAlone(members) ? "" : instructions(fields, members);
                yield NoulReader.read(fields, members, instructions);
            }
            default ->
                throw fields.lacks("type", members, "unknown type " + shown(members) + "; use choice, score or noul");
        };
    }

    private static String shown(Map<String, JsonValue> members) {
        return switch (members.get("type")) {
            case null -> "(missing)";
            case JsonString text -> Quote.of(text.value());
            case JsonValue _ -> "(not a string)";
        };
    }

    private static String instructions(QuestionFields fields, Map<String, JsonValue> members) {
        JsonValue value = members.get("instructions");
        if (value == null) {
            throw fields.lacks("instructions", members, "no 'instructions'; add the text the model should answer");
        }
        if (saysNothing(value)) {
            throw fields.refuse("'instructions' must not be empty; add the text the model should answer");
        }
        return JsonText.asText(value);
    }

    /** Whether a noul has no instructions, but has descriptions of its sides to decide between. */
    private static boolean criteriaAlone(Map<String, JsonValue> members) {
        JsonValue instructions = members.get("instructions");
        return (instructions == null || saysNothing(instructions))
                && members.get("criteria") instanceof JsonObject criteria
                && criteria.members().values().stream().anyMatch(side -> !saysNothing(side));
    }

    /** Whether {@code value} holds no text for the model to read. */
    private static boolean saysNothing(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> true;
            case JsonString text -> Whitespace.blank(text.value());
            case JsonArray array -> array.elements().isEmpty();
            case JsonObject object -> object.members().isEmpty();
            case JsonInteger _, JsonDouble _, JsonBoolean _ -> false;
        };
    }
}
