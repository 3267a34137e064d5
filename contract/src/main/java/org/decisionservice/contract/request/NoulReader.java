// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.core.text.Quote;
import org.jspecify.annotations.Nullable;

/** Reads the two sides of a noul; both descriptions and both labels are optional. */
final class NoulReader {
    private static final String FALSE = "false";
    private static final String TRUE = "true";

    private NoulReader() {}

    static Question.Noul read(QuestionFields fields, Map<String, JsonValue> members, String instructions) {
        Map<String, Optional<String>> descriptions = descriptions(fields, members.get("criteria"));
        List<String> labels = labels(fields, members.get("labels"));
        return new Question.Noul(
                instructions,
                new Question.Side(labels.get(0), descriptions.getOrDefault(FALSE, Optional.empty())),
                new Question.Side(labels.get(1), descriptions.getOrDefault(TRUE, Optional.empty())),
                fields.optionOrder(members, 2));
    }

    private static Map<String, Optional<String>> descriptions(QuestionFields fields, @Nullable JsonValue criteria) {
        Map<String, Optional<String>> descriptions = new HashMap<>();
        switch (criteria) {
            case null -> {}
            case JsonNull _ -> {}
            case JsonObject object ->
                object.members().forEach((key, value) -> {
                    String side = key.toLowerCase(Locale.ROOT);
                    if (!side.equals(FALSE) && !side.equals(TRUE)) {
                        throw fields.refuse("a noul's 'criteria' has only the keys 'true' and 'false', not "
                                + Quote.of(key) + "; to word the sides differently set 'labels'");
                    }
                    if (descriptions.containsKey(side)) {
                        throw fields.refuse(String.format(
                                Locale.ROOT,
                                "'criteria' describes %s twice, once as %s; keep one of them",
                                side,
                                Quote.of(key)));
                    }
                    descriptions.put(side, QuestionFields.description(value));
                });
            case JsonValue _ ->
                throw fields.refuse(
                        "a noul takes 'criteria' as an object with 'true' and/or 'false', or leaves it out");
        }
        return descriptions;
    }

    /** The label of false, then the label of true. */
    private static List<String> labels(QuestionFields fields, @Nullable JsonValue labels) {
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
        throw fields.refuse("'labels' must map exactly 'false' and 'true' to two different non-blank strings");
    }
}
