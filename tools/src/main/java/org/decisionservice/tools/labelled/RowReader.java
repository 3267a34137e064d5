// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;
import org.jspecify.annotations.Nullable;

/**
 * Reads one object of a file of labels: {@code state} with {@code question} and {@code gold}, or with {@code questions}
 * and {@code gold} by id, or as the list of the yes/no questions that are true. Upstream's data sets say {@code
 * expected} instead of {@code gold}. A line of the decision log is read, too, with the answer that it holds; it has a
 * label if somebody has added {@code gold}.
 */
final class RowReader {
    private static final String ONE = "question";

    /** Members that go to the service as they are. */
    private static final List<String> CONTROLS =
            List.of("model", "task", "lang", "lang_guess", "max_len", "head_max_len");

    private RowReader() {}

    /** A row without a label asks all of its questions; another one those that have a label. */
    static LabelledRow read(Path file, int line, SequencedMap<String, JsonValue> members) {
        if (members.containsKey(Recorded.MARK)) {
            return logged(file, line, members);
        }
        alone(members, ONE, "questions");
        alone(members, "gold", "expected");
        boolean single = members.containsKey(ONE);
        SequencedMap<String, JsonValue> questions = single ? one(required(members, ONE)) : object(members, "questions");
        String label = members.containsKey("expected") ? "expected" : "gold";
        JsonValue given = members.getOrDefault(label, new JsonNull());
        SequencedMap<String, JsonValue> gold = single
                ? one(given)
                : switch (given) {
                    case JsonNull _ -> new LinkedHashMap<>();
                    case JsonArray(var list) ->
                        LabelList.of(questions)
                                .of(list.stream().map(JsonText::asText).toList());
                    default -> object(members, label);
                };
        SequencedMap<String, JsonValue> known = new LinkedHashMap<>();
        gold.forEach((id, answer) -> {
            if (!questions.containsKey(id)) {
                throw new LabelsException(
                        "'" + label + "' names " + Quote.of(id) + ", which 'questions' does not have");
            }
            if (!GoldReader.isBlank(answer)) {
                known.put(id, answer);
            }
        });
        SequencedMap<String, JsonValue> asked = new LinkedHashMap<>(questions);
        if (!known.isEmpty()) {
            asked.keySet().retainAll(known.keySet());
        }
        return new LabelledRow(
                file, line, request(members, asked), known, !single, text(members.get("language")), Optional.empty());
    }

    /** Of two members that say the same, one would be passed over. */
    private static void alone(SequencedMap<String, JsonValue> members, String one, String other) {
        if (members.containsKey(one) && members.containsKey(other)) {
            throw new LabelsException("both '" + one + "' and '" + other + "'; leave one of them out");
        }
    }

    private static LabelledRow logged(Path file, int line, SequencedMap<String, JsonValue> members) {
        String id = JsonText.asText(required(members, "id"));
        SequencedMap<String, JsonValue> asked = new LinkedHashMap<>();
        asked.put(id, required(members, ONE));
        SequencedMap<String, JsonValue> gold = new LinkedHashMap<>();
        JsonValue label = members.getOrDefault("gold", new JsonNull());
        if (!GoldReader.isBlank(label)) {
            gold.put(id, label);
        }
        SequencedMap<String, JsonValue> known = new LinkedHashMap<>(members);
        known.putIfAbsent("state", new JsonString(""));
        return new LabelledRow(
                file,
                line,
                request(known, asked),
                gold,
                true,
                text(members.get("language")),
                Optional.of(Recorded.of(members)));
    }

    private static SequencedMap<String, JsonValue> request(
            SequencedMap<String, JsonValue> members, SequencedMap<String, JsonValue> asked) {
        SequencedMap<String, JsonValue> request = new LinkedHashMap<>();
        request.put("state", required(members, "state"));
        request.put("questions", new JsonObject(asked));
        CONTROLS.stream().filter(members::containsKey).forEach(name -> request.put(name, members.get(name)));
        return request;
    }

    private static SequencedMap<String, JsonValue> one(JsonValue value) {
        SequencedMap<String, JsonValue> map = new LinkedHashMap<>();
        map.put(ONE, value);
        return map;
    }

    private static SequencedMap<String, JsonValue> object(SequencedMap<String, JsonValue> members, String name) {
        if (required(members, name) instanceof JsonObject object) {
            return object.members();
        }
        throw new LabelsException("'" + name + "' must be an object by question id");
    }

    private static JsonValue required(SequencedMap<String, JsonValue> members, String name) {
        JsonValue value = members.get(name);
        if (value == null) {
            throw new LabelsException("no '" + name + "'; it takes 'state', 'question' and 'gold', or 'state',"
                    + " 'questions' and 'gold' by question id");
        }
        return value;
    }

    private static Optional<String> text(@Nullable JsonValue value) {
        return value instanceof JsonString text && !text.value().isBlank()
                ? Optional.of(text.value())
                : Optional.empty();
    }
}
