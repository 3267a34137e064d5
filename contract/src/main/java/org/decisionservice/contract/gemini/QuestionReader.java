// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.gemini;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.contract.members.ErrorCode;
import org.decisionservice.contract.members.Members;
import org.decisionservice.contract.members.Place;
import org.decisionservice.contract.request.Whitespace;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;

/** Nouls, choices and scores as the questions that the model knows. */
final class QuestionReader {
    private static final int FEWEST_OPTIONS = 2;
    private static final String WHEN_FALSE = "false_description";
    private static final String WHEN_TRUE = "true_description";

    private QuestionReader() {}

    /** The question that {@code question} asks. */
    static Question read(Members question) {
        String type = question.text("type", "use noul, choice or score");
        return switch (type) {
            case "noul" -> noul(instructions(question), question);
            case "choice" -> new Question.Choice(instructions(question), options(question), Optional.empty());
            case "score" -> new Question.Score(instructions(question), levels(question), Optional.empty());
            default ->
                throw question.at("type")
                        .refuse(
                                ErrorCode.INVALID_VALUE,
                                "unknown type " + Quote.of(type) + "; use noul, choice or score");
        };
    }

    private static String instructions(Members question) {
        String text = JsonText.asText(TextReader.read(question, "instructions"));
        return notBlank(question.at("instructions"), text, "add the text the model should answer");
    }

    /** A client who writes the sides as System One names them has to learn that here they are named differently. */
    private static Question noul(String instructions, Members question) {
        Members criteria = question.find("criteria")
                .map(value -> Members.of(question.at("criteria"), value))
                .orElse(new Members(question.at("criteria"), Map.of()));
        for (String name : criteria.values().keySet()) {
            if (!name.equals(WHEN_FALSE) && !name.equals(WHEN_TRUE)) {
                throw criteria.place()
                        .refuse(
                                ErrorCode.UNKNOWN_PARAMETER,
                                "a noul's criteria have only " + WHEN_TRUE + " and " + WHEN_FALSE + ", not "
                                        + Quote.of(name));
            }
        }
        return new Question.Noul(
                instructions,
                new Question.Side("false", description(criteria, WHEN_FALSE)),
                new Question.Side("true", description(criteria, WHEN_TRUE)),
                Optional.empty());
    }

    private static Optional<String> description(Members criteria, String name) {
        return criteria.optionalText(name).filter(text -> !text.isEmpty());
    }

    private static List<Question.Option> options(Members question) {
        Place place = question.at("criteria");
        String fix = "send an object of option id to description";
        if (!(question.required("criteria", fix) instanceof JsonObject criteria)) {
            throw place.refuse(ErrorCode.INVALID_TYPE, "must be an object; " + fix);
        }
        enough(place, criteria.members().size());
        List<Question.Option> options = new ArrayList<>(criteria.members().size());
        criteria.members().forEach((id, description) -> {
            notBlank(place.key(id), id, "give every option an id");
            options.add(new Question.Option(new JsonString(id), described(place.key(id), description)));
        });
        return options;
    }

    /** An option may go without a description, and the API's clients then send an empty one. */
    private static Optional<String> described(Place place, JsonValue description) {
        return switch (description) {
            case JsonString(String text) -> Optional.of(text).filter(given -> !given.isEmpty());
            case JsonValue.JsonNull _ -> Optional.empty();
            case JsonValue _ -> throw place.refuse(ErrorCode.INVALID_TYPE, "must be a string, which may be empty");
        };
    }

    private static List<String> levels(Members question) {
        Place place = question.at("criteria");
        List<JsonValue> criteria = question.array("criteria", "send an array of level texts, lowest level first");
        enough(place, criteria.size());
        List<String> levels = new ArrayList<>(criteria.size());
        for (JsonValue level : criteria) {
            Place here = place.element(levels.size());
            if (!(level instanceof JsonString(String text))) {
                throw here.refuse(ErrorCode.INVALID_TYPE, "must be a string; send the text of the level");
            }
            levels.add(notBlank(here, text, "describe the level"));
        }
        return levels;
    }

    private static void enough(Place place, int options) {
        if (options < FEWEST_OPTIONS) {
            throw place.refuse(ErrorCode.ARRAY_BELOW_MIN_LENGTH, "must hold at least " + FEWEST_OPTIONS);
        }
    }

    private static String notBlank(Place place, String text, String fix) {
        if (Whitespace.blank(text)) {
            throw place.refuse(ErrorCode.INVALID_VALUE, "must not be blank; " + fix);
        }
        return text;
    }
}
