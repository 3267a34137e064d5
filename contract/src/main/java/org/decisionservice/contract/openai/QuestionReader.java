// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.contract.members.ErrorCode;
import org.decisionservice.contract.members.Members;
import org.decisionservice.contract.members.Place;
import org.decisionservice.contract.request.Whitespace;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;

/** Predicates, choices and scores as the questions that the model knows. */
final class QuestionReader {
    private static final Question.Side FALSE = new Question.Side("false", Optional.empty());
    private static final Question.Side TRUE = new Question.Side("true", Optional.empty());
    private static final int FEWEST_OPTIONS = 2;

    private QuestionReader() {}

    /** The question with its levels' labels; {@code members} is one element of {@code questions}. */
    static AskedQuestion read(String id, Members members) {
        String type = members.text("type", "use predicate, choice or score");
        Optional<String> name = members.optionalText("name");
        if (members.values().containsKey("criteria")) {
            throw members.at("criteria")
                    .refuse(
                            ErrorCode.UNKNOWN_PARAMETER,
                            "belongs to POST /v1/systemone; use 'choices' or 'levels', and put what a predicate means"
                                    + " into 'instructions'");
        }
        return switch (type) {
            case "predicate" -> {
                Question noul = new Question.Noul(instructions(members), FALSE, TRUE, Optional.empty());
                yield new AskedQuestion(id, name, noul, List.of(), members.place());
            }
            case "choice" -> {
                String instructions = instructions(members);
                Question choice = new Question.Choice(instructions, choices(members), Optional.empty());
                yield new AskedQuestion(id, name, choice, List.of(), members.place());
            }
            case "score" -> score(id, name, members);
            case "noul" ->
                throw members.at("type")
                        .refuse(ErrorCode.INVALID_VALUE, "'noul' belongs to POST /v1/systemone; use predicate");
            default ->
                throw members.at("type")
                        .refuse(
                                ErrorCode.INVALID_VALUE,
                                "unknown type " + Quote.of(type) + "; use predicate, choice or score");
        };
    }

    private static String instructions(Members members) {
        String text = ContentReader.values(members, "instructions").stream()
                .map(JsonText::asText)
                .collect(Collectors.joining("\n"));
        if (Whitespace.blank(text)) {
            throw members.at("instructions")
                    .refuse(ErrorCode.INVALID_VALUE, "must not be blank; add the text the model should answer");
        }
        return text;
    }

    private static List<Question.Option> choices(Members members) {
        Set<JsonValue> seen = new HashSet<>();
        List<Question.Option> options = new ArrayList<>();
        for (Members choice :
                objects(members, "choices", "send objects with a 'value' and, if it helps, a 'description'")) {
            JsonValue value = choice.required("value", "send a string, true or false");
            switch (value) {
                case JsonBoolean _ -> {}
                case JsonString text when !Whitespace.blank(text.value()) -> {}
                case JsonString _ ->
                    throw choice.at("value").refuse(ErrorCode.INVALID_VALUE, "must not be blank; name the choice");
                case JsonValue _ ->
                    throw choice.at("value").refuse(ErrorCode.INVALID_TYPE, "must be a string, true or false");
            }
            if (!seen.add(value)) {
                throw choice.at("value")
                        .refuse(ErrorCode.INVALID_VALUE, "an earlier choice has this value; give every choice its own");
            }
            options.add(new Question.Option(value, description(choice)));
        }
        return options;
    }

    private static AskedQuestion score(String id, Optional<String> name, Members members) {
        String instructions = instructions(members);
        List<String> labels = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Members level : objects(members, "levels", "send objects with a 'label', lowest level first")) {
            String label = level.text("label", "send the name of the level");
            if (Whitespace.blank(label)) {
                throw level.at("label").refuse(ErrorCode.INVALID_VALUE, "must not be blank; name the level");
            }
            texts.add(description(level)
                    .map(description -> described(labels.size(), label, description))
                    .orElse(label));
            labels.add(label);
        }
        Question levels = new Question.Score(instructions, texts, Optional.empty());
        return new AskedQuestion(id, name, levels, labels, members.place());
    }

    /** A question of a set, whose name is its id there; {@code set} is where the body names the set. */
    static AskedQuestion of(String id, Question question, Place set) {
        List<String> labels = question instanceof Question.Score score ? score.levels() : List.of();
        return new AskedQuestion(id, Optional.of(id), question, labels, set);
    }

    /** The model reads the index of a level anyway: as a label it would say nothing more. */
    private static String described(int index, String label, String description) {
        return label.equals(Integer.toString(index)) ? description : label + ": " + description;
    }

    private static Optional<String> description(Members option) {
        return option.optionalText("description").filter(text -> !text.isEmpty());
    }

    private static List<Members> objects(Members question, String name, String fix) {
        List<JsonValue> elements = question.array(name, fix);
        if (elements.size() < FEWEST_OPTIONS) {
            throw question.at(name).refuse(ErrorCode.ARRAY_BELOW_MIN_LENGTH, "must hold at least " + FEWEST_OPTIONS);
        }
        List<Members> objects = new ArrayList<>(elements.size());
        for (JsonValue element : elements) {
            objects.add(Members.of(question.at(name).element(objects.size()), element));
        }
        return objects;
    }
}
