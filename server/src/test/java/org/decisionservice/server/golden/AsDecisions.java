// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says a request of {@code POST /v1/systemone} in the grammar of {@code POST /v1/decisions}, if that can be done. */
final class AsDecisions {
    private static final List<String> CONTROLS =
            List.of("lang", "lang_guess", "task", "max_len", "head_max_len", "min_confidence");

    private AsDecisions() {}

    /** The request, or nothing if it has something that the other grammar cannot say. */
    static Optional<ObjectNode> of(JsonNode request) {
        ObjectNode decisions = GoldenCase.JSON.createObjectNode();
        if (request.path("model").isTextual()) {
            decisions.set("model", request.get("model"));
        }
        JsonNode state = request.path("state");
        if (state.isTextual()) {
            decisions.set("input", state);
        } else if (state.isContainerNode()) {
            ObjectNode message = decisions.putArray("input").addObject().put("role", "user");
            message.putArray("content").addObject().put("type", "input_json").set("data", state);
        } else {
            return Optional.empty();
        }
        CONTROLS.stream().filter(request::has).forEach(name -> decisions.set(name, request.get(name)));
        ArrayNode questions = decisions.putArray("questions");
        for (Map.Entry<String, JsonNode> question : request.path("questions").properties()) {
            Optional<ObjectNode> asked = question(question.getValue());
            if (asked.isEmpty()) {
                return Optional.empty();
            }
            questions.add(asked.get().put("name", question.getKey()));
        }
        return questions.isEmpty() ? Optional.empty() : Optional.of(decisions);
    }

    private static Optional<ObjectNode> question(JsonNode question) {
        if (question.has("option_order") || question.has("labels")) {
            return Optional.empty();
        }
        JsonNode criteria = question.path("criteria");
        return instructions(question.path("instructions")).flatMap(instructions -> switch (question.path("type")
                .asText()) {
            case "noul" ->
                criteria.isMissingNode() || criteria.isNull()
                        ? Optional.of(question("predicate", instructions))
                        : Optional.empty();
            case "choice" ->
                choices(criteria)
                        .map(choices -> question("choice", instructions).<ObjectNode>set("choices", choices));
            case "score" ->
                levels(criteria).map(levels -> question("score", instructions).<ObjectNode>set("levels", levels));
            default -> Optional.empty();
        });
    }

    private static ObjectNode question(String type, JsonNode instructions) {
        return GoldenCase.JSON.createObjectNode().put("type", type).set("instructions", instructions);
    }

    private static Optional<JsonNode> instructions(JsonNode instructions) {
        if (instructions.isTextual()) {
            return Optional.of(instructions);
        }
        if (!instructions.isContainerNode()) {
            return Optional.empty();
        }
        ArrayNode parts = GoldenCase.JSON.createArrayNode();
        parts.addObject().put("type", "input_json").set("data", instructions);
        return Optional.of(parts);
    }

    private static Optional<ArrayNode> choices(JsonNode criteria) {
        ArrayNode choices = GoldenCase.JSON.createArrayNode();
        for (Map.Entry<String, JsonNode> option : criteria.properties()) {
            JsonNode description = option.getValue();
            if (!(description.isTextual() || description.isNull())) {
                return Optional.empty();
            }
            choices.addObject().put("value", option.getKey()).set("description", description);
        }
        for (JsonNode label : criteria.isArray() ? criteria : GoldenCase.JSON.createArrayNode()) {
            choices.addObject().set("value", label);
        }
        boolean sayable = choices.size() >= 2
                && choices.valueStream()
                        .map(choice -> choice.get("value"))
                        .allMatch(value -> value.isBoolean() || isSaying(value));
        return sayable ? Optional.of(choices) : Optional.empty();
    }

    private static Optional<ArrayNode> levels(JsonNode criteria) {
        ArrayNode levels = GoldenCase.JSON.createArrayNode();
        for (JsonNode level : criteria) {
            if (!isSaying(level)) {
                return Optional.empty();
            }
            levels.addObject().set("label", level);
        }
        return levels.size() >= 2 ? Optional.of(levels) : Optional.empty();
    }

    private static boolean isSaying(JsonNode text) {
        return text.isTextual() && !text.asText().isBlank();
    }
}
