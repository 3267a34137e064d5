// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.contract.members.ErrorCode;
import org.decisionservice.contract.members.Place;
import org.decisionservice.contract.request.QuestionSet;
import org.jspecify.annotations.Nullable;

/** The caps on questions and options. They are counted on the raw document, before any question is understood. */
final class QuestionCaps {
    static final int QUESTIONS = 400;
    static final int CHOICES = 255;
    static final int LEVELS = 255;
    static final int OPTIONS = 8_192;

    private QuestionCaps() {}

    /** A question of unknown shape counts nothing and is refused later. Those of a set count, too. */
    static void check(Place place, List<JsonValue> questions, Optional<QuestionSet> set) {
        int asked =
                questions.size() + set.map(found -> found.questions().size()).orElse(0);
        if (asked > QUESTIONS) {
            throw place.refuse(
                    ErrorCode.ARRAY_ABOVE_MAX_LENGTH,
                    String.format(
                            Locale.ROOT, "too many questions (%d > %d); send several requests", asked, QUESTIONS));
        }
        int total = set.map(QuestionSet::options).orElse(0);
        for (int i = 0; i < questions.size(); i++) {
            if (questions.get(i) instanceof JsonObject question) {
                total += options(place.element(i), question);
            }
        }
        if (total > OPTIONS) {
            throw place.refuse(
                    ErrorCode.INVALID_VALUE,
                    String.format(
                            Locale.ROOT,
                            "too many choices and levels across questions (%d > %d); send several requests",
                            total,
                            OPTIONS));
        }
    }

    private static int options(Place place, JsonObject question) {
        String type = question.members().get("type") instanceof JsonString text ? text.value() : "";
        return switch (type) {
            case "choice" -> capped(place.member("choices"), question.members().get("choices"), CHOICES);
            case "score" -> capped(place.member("levels"), question.members().get("levels"), LEVELS);
            default -> 0;
        };
    }

    private static int capped(Place place, @Nullable JsonValue value, int most) {
        int count = value instanceof JsonArray array ? array.elements().size() : 0;
        if (count > most) {
            throw place.refuse(
                    ErrorCode.ARRAY_ABOVE_MAX_LENGTH,
                    String.format(Locale.ROOT, "too many (%d > %d); use fewer, or split the question", count, most));
        }
        return count;
    }
}
