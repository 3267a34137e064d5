// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Says a request of {@code POST /v1/systemone} in the grammar of {@code POST /v1beta/decisions}, if that can be done.
 */
final class AsGemini {
    private static final List<String> CONTROLS =
            List.of("lang", "lang_guess", "task", "max_len", "head_max_len", "min_confidence");

    private AsGemini() {}

    /** The request, or nothing if it has something that the other grammar cannot say: it knows texts only. */
    static Optional<ObjectNode> of(JsonNode request) {
        if (!request.path("state").isTextual() || request.path("questions").isEmpty()) {
            return Optional.empty();
        }
        ObjectNode gemini = GoldenCase.JSON.createObjectNode();
        if (request.path("model").isTextual()) {
            gemini.put("model", "models/" + request.get("model").asText());
        }
        gemini.set("input", request.get("state"));
        CONTROLS.stream().filter(request::has).forEach(name -> gemini.set(name, request.get(name)));
        ObjectNode questions = gemini.putObject("questions");
        for (Map.Entry<String, JsonNode> question : request.path("questions").properties()) {
            Optional<JsonNode> criteria = criteria(question.getValue());
            if (criteria.isEmpty() || !isSaying(question.getValue().path("instructions"))) {
                return Optional.empty();
            }
            questions
                    .putObject(question.getKey())
                    .put("type", question.getValue().get("type").asText())
                    .<ObjectNode>set("instructions", question.getValue().get("instructions"))
                    .set("criteria", criteria.get());
        }
        return Optional.of(gemini);
    }

    private static Optional<JsonNode> criteria(JsonNode question) {
        if (question.has("option_order") || question.has("labels")) {
            return Optional.empty();
        }
        JsonNode criteria = question.path("criteria");
        return switch (question.path("type").asText()) {
            case "noul" -> sides(criteria);
            case "choice" -> options(criteria);
            case "score" -> levels(criteria);
            default -> Optional.empty();
        };
    }

    private static Optional<JsonNode> sides(JsonNode criteria) {
        ObjectNode sides = GoldenCase.JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> side : criteria.properties()) {
            if (!isText(side.getValue())) {
                return Optional.empty();
            }
            sides.set(side.getKey().toLowerCase(Locale.ROOT) + "_description", side.getValue());
        }
        return Optional.of(sides);
    }

    private static Optional<JsonNode> options(JsonNode criteria) {
        ObjectNode options = GoldenCase.JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> option : criteria.properties()) {
            if (option.getKey().isBlank() || !isText(option.getValue())) {
                return Optional.empty();
            }
            options.set(option.getKey(), option.getValue());
        }
        for (JsonNode label : criteria.isArray() ? criteria : GoldenCase.JSON.createArrayNode()) {
            if (!isSaying(label)) {
                return Optional.empty();
            }
            options.put(label.asText(), "");
        }
        return options.size() >= 2 ? Optional.of(options) : Optional.empty();
    }

    private static Optional<JsonNode> levels(JsonNode criteria) {
        boolean sayable = criteria.size() >= 2 && criteria.valueStream().allMatch(AsGemini::isSaying);
        return sayable ? Optional.of(criteria) : Optional.empty();
    }

    private static boolean isText(JsonNode description) {
        return description.isTextual() || description.isNull();
    }

    private static boolean isSaying(JsonNode text) {
        return text.isTextual() && !text.asText().isBlank();
    }
}
