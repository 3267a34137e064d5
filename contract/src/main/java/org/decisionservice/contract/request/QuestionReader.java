// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;
import org.jspecify.annotations.Nullable;

/** Reads one question of a request: what the three types have in common, scores and nouls. Every refusal names it. */
final class QuestionReader {
    /** The members that a question may have. */
    static final Set<String> READ =
            Set.of("type", "instructions", "criteria", "labels", "option_order", "min_confidence");

    private static final String FALSE = "false";
    private static final String TRUE = "true";

    private final String id;
    private final Map<String, JsonValue> members;

    private QuestionReader(String id, Map<String, JsonValue> members) {
        this.id = id;
        this.members = members;
    }

    /** Reads the questions of a request, by id. */
    static SequencedMap<String, Question> read(Map<String, JsonValue> definitions, RequestRules rules) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        definitions.forEach((id, definition) -> questions.put(id, question(id, definition, rules)));
        return questions;
    }

    /**
     * The abstention thresholds that questions set for themselves, by id.
     *
     * @param definitions of questions that {@link #read} has read
     */
    static Map<String, Double> thresholds(Map<String, JsonValue> definitions) {
        Map<String, Double> thresholds = new HashMap<>();
        definitions.forEach((id, definition) -> {
            if (definition instanceof JsonObject object) {
                ControlsReader.minConfidence(object.members(), detail -> refusal(id, detail))
                        .ifPresent(threshold -> thresholds.put(id, threshold));
            }
        });
        return thresholds;
    }

    private static Question question(String id, JsonValue definition, RequestRules rules) {
        if (Whitespace.blank(id)) {
            throw refusal(id, "the id is blank; give every question a name");
        }
        if (!(definition instanceof JsonObject object)) {
            throw refusal(id, "must be an object with 'type' and 'instructions'");
        }
        return new QuestionReader(id, object.members()).question(rules.criteriaAlone());
    }

    /** The member {@code name}, if the question has it. */
    @Nullable
    JsonValue member(String name) {
        return members.get(name);
    }

    private Question question(boolean criteriaAlone) {
        String type = members.get("type") instanceof JsonString text ? text.value() : "";
        return switch (type) {
            case "choice" -> ChoiceReader.read(this, instructions());
            case "score" -> score(instructions());
            case "noul" -> noul(criteriaAlone && criteriaAlone() ? "" : instructions());
            default -> throw lacks("type", "unknown type " + shown() + "; use choice, score or noul");
        };
    }

    private String shown() {
        return switch (members.get("type")) {
            case null -> "(missing)";
            case JsonString text -> Quote.of(text.value());
            case JsonValue _ -> "(not a string)";
        };
    }

    private String instructions() {
        JsonValue value = members.get("instructions");
        if (value == null) {
            throw lacks("instructions", "no 'instructions'; add the text the model should answer");
        }
        if (saysNothing(value)) {
            throw refuse("'instructions' must not be empty; add the text the model should answer");
        }
        return JsonText.asText(value);
    }

    /** Whether a noul has no instructions, but has descriptions of its sides to decide between. */
    private boolean criteriaAlone() {
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

    /** Reads the levels of a score, lowest first. */
    private Question.Score score(String instructions) {
        if (!(members.get("criteria") instanceof JsonArray criteria)
                || criteria.elements().isEmpty()) {
            throw lacks("criteria", "a score takes 'criteria' as a non-empty array of level texts, lowest level first");
        }
        List<String> levels = new ArrayList<>(criteria.elements().size());
        for (JsonValue level : criteria.elements()) {
            if (level instanceof JsonNull) {
                throw refuse(String.format(
                        Locale.ROOT, "score level %d is null; give every level a description", levels.size()));
            }
            levels.add(JsonText.asText(level));
        }
        refuseLabels();
        return new Question.Score(instructions, levels, optionOrder(levels.size()));
    }

    /** Reads the two sides of a noul; both descriptions and both labels are optional. */
    private Question.Noul noul(String instructions) {
        Map<String, Optional<String>> descriptions = descriptions(members.get("criteria"));
        List<String> labels = labels(members.get("labels"));
        return new Question.Noul(
                instructions,
                new Question.Side(labels.get(0), descriptions.getOrDefault(FALSE, Optional.empty())),
                new Question.Side(labels.get(1), descriptions.getOrDefault(TRUE, Optional.empty())),
                optionOrder(2));
    }

    private Map<String, Optional<String>> descriptions(@Nullable JsonValue criteria) {
        Map<String, Optional<String>> descriptions = new HashMap<>();
        switch (criteria) {
            case null -> {}
            case JsonNull _ -> {}
            case JsonObject object ->
                object.members().forEach((key, value) -> {
                    String side = key.toLowerCase(Locale.ROOT);
                    if (!side.equals(FALSE) && !side.equals(TRUE)) {
                        throw refuse("a noul's 'criteria' has only the keys 'true' and 'false', not " + Quote.of(key)
                                + "; to word the sides differently set 'labels'");
                    }
                    if (descriptions.containsKey(side)) {
                        throw refuse(String.format(
                                Locale.ROOT,
                                "'criteria' describes %s twice, once as %s; keep one of them",
                                side,
                                Quote.of(key)));
                    }
                    descriptions.put(side, description(value));
                });
            case JsonValue _ ->
                throw refuse("a noul takes 'criteria' as an object with 'true' and/or 'false', or leaves it out");
        }
        return descriptions;
    }

    /** The label of false, then the label of true. */
    private List<String> labels(@Nullable JsonValue labels) {
        if (labels == null || labels instanceof JsonNull) {
            return List.of(FALSE, TRUE);
        }
        if (labels instanceof JsonObject object
                && object.members().size() == 2
                && object.members().get(FALSE) instanceof JsonString whenFalse
                && object.members().get(TRUE) instanceof JsonString whenTrue) {
            String first = Whitespace.strip(whenFalse.value());
            String second = Whitespace.strip(whenTrue.value());
            if (!first.isEmpty() && !second.isEmpty() && !first.equals(second)) {
                return List.of(first, second);
            }
        }
        throw refuse("'labels' must map exactly 'false' and 'true' to two different non-blank strings");
    }

    RefusedException refuse(String detail) {
        return refusal(id, detail);
    }

    private static RefusedException refusal(String id, String detail) {
        return new RefusedException(
                Refusal.Kind.INVALID, List.of("questions", id), "question " + Quote.of(id) + ": " + detail);
    }

    /** Refuses a question without {@code member}, and asks whether another member of the question is meant to be it. */
    RefusedException lacks(String member, String detail) {
        List<String> unread =
                members.keySet().stream().filter(name -> !READ.contains(name)).toList();
        return refuse(detail + Slip.hint(member, unread));
    }

    /**
     * Refuses {@code labels}, which renames the two sides of a noul; in the other types the criteria are the labels.
     */
    void refuseLabels() {
        if (members.containsKey("labels")) {
            throw refuse("'labels' is for noul questions only; put the labels into 'criteria'");
        }
    }

    /** Reads a description; null and the empty string mean that there is none. */
    static Optional<String> description(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> Optional.empty();
            case JsonString text when text.value().isEmpty() -> Optional.empty();
            case JsonValue given -> Optional.of(JsonText.asText(given));
        };
    }

    /** Reads {@code option_order}, a permutation of the indexes of {@code options} options. */
    Optional<List<Integer>> optionOrder(int options) {
        if (!members.containsKey("option_order")) {
            return Optional.empty();
        }
        if (members.get("option_order") instanceof JsonArray array
                && array.elements().size() == options) {
            boolean[] used = new boolean[options];
            List<Integer> order = new ArrayList<>(options);
            for (JsonValue element : array.elements()) {
                int option = index(element, options);
                if (option < 0 || used[option]) {
                    throw notAPermutation(options);
                }
                used[option] = true;
                order.add(option);
            }
            return Optional.of(order);
        }
        throw notAPermutation(options);
    }

    /** Returns the index, or −1 if the element is not one. */
    private static int index(JsonValue element, int options) {
        // Four digits cover every number of options, and parse without overflow.
        if (element instanceof JsonInteger number && number.digits().length() <= 4) {
            int index = Integer.parseInt(number.digits());
            return index < options ? index : -1;
        }
        return -1;
    }

    private RefusedException notAPermutation(int options) {
        return refuse(String.format(
                Locale.ROOT,
                "'option_order' must hold each option index from 0 to %d once, or be left out",
                options - 1));
    }
}
