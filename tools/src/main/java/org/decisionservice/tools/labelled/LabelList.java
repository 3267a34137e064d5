// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Nearest;
import org.decisionservice.core.text.Quote;

/**
 * Lists of labels: of several yes/no questions, named as the labels are, those whose answer is yes. All others are no.
 *
 * @param ids of the questions
 */
record LabelList(List<String> ids) {
    /** Between labels stands the first of these that a list has at all. */
    private static final List<String> SEPARATORS = List.of(";", "|", "\n", ",");

    /** As other programs than those that write JSON put a text into a list. */
    private static final Pattern QUOTES = Pattern.compile("^(['\"])(.*)\\1$", Pattern.DOTALL);

    LabelList {
        ids = List.copyOf(ids);
    }

    /**
     * The labels of these questions.
     *
     * @throws LabelsException if one is no yes/no question
     */
    static LabelList of(SequencedMap<String, JsonValue> questions) {
        questions.forEach((id, question) -> {
            if (!(question instanceof JsonObject(var members)
                    && members.get("type") instanceof JsonString(String type)
                    && type.equals("noul"))) {
                throw new LabelsException("a list of labels answers yes/no questions, one for each label, and "
                        + Quote.of(id) + " is of another type");
            }
        });
        return new LabelList(List.copyOf(questions.keySet()));
    }

    /** The right answers that a cell lists, by question; none if it is blank. */
    SequencedMap<String, JsonValue> read(String cell) {
        String text = Plain.strip(cell);
        if (text.isEmpty() || (GoldReader.isNone(text) && find(text).isEmpty())) {
            return new LinkedHashMap<>();
        }
        if (text.startsWith("[") && text.endsWith("]")) {
            return json(text)
                    .map(this::of)
                    .orElseGet(() -> of(split(text.substring(1, text.length() - 1), ",")
                            .map(label -> QUOTES.matcher(label).replaceFirst("$2"))
                            .toList()));
        }
        return of(
                find(text).isPresent()
                        ? List.of(text)
                        : split(
                                        text,
                                        SEPARATORS.stream()
                                                .filter(text::contains)
                                                .findFirst()
                                                .orElse(","))
                                .toList());
    }

    private static Stream<String> split(String text, String separator) {
        return Arrays.stream(text.split(Pattern.quote(separator)))
                .map(Plain::strip)
                .filter(label -> !label.isEmpty());
    }

    private static Optional<List<String>> json(String text) {
        try {
            return JsonReader.readData(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonArray(var elements)
                    ? Optional.of(elements.stream().map(JsonText::asText).toList())
                    : Optional.empty();
        } catch (RefusedException _) {
            return Optional.empty();
        }
    }

    /**
     * The right answers by question if {@code labels} are all that are true.
     *
     * @throws LabelsException if one is the name of no question
     */
    SequencedMap<String, JsonValue> of(List<String> labels) {
        List<String> right = labels.stream()
                .map(label -> find(label)
                        .orElseThrow(() -> new LabelsException("the label " + Quote.of(label) + " is none of "
                                + Quote.list(ids) + Nearest.suggestion(label, ids))))
                .toList();
        SequencedMap<String, JsonValue> gold = new LinkedHashMap<>();
        ids.forEach(id -> gold.put(id, new JsonBoolean(right.contains(id))));
        return gold;
    }

    private Optional<String> find(String label) {
        return find(label, Plain::name).or(() -> find(label, Plain::lower));
    }

    private Optional<String> find(String label, UnaryOperator<String> form) {
        List<String> found = ids.stream()
                .filter(id -> form.apply(id).equals(form.apply(label)))
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }
}
