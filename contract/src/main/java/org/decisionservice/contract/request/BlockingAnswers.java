// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.decisionservice.api.Answer;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;

/** The answers that a guardrail blocks a text for, as a file of questions names them. */
final class BlockingAnswers {
    private static final List<String> SIDES = List.of("false", "true");

    private BlockingAnswers() {}

    /**
     * Reads the member {@code blocks}.
     *
     * @param blocks an answer, or several, by the id of a question
     * @throws MalformedFile if it names a question or an answer that is not there
     */
    static Map<String, Set<String>> read(Map<String, JsonValue> blocks, Map<String, Question> questions) {
        Map<String, Set<String>> read = new HashMap<>();
        blocks.forEach((id, named) -> {
            Question question = questions.get(id);
            if (question == null) {
                throw new MalformedFile("'blocks." + id + "': there is no question of this id; use one of "
                        + Quote.list(List.copyOf(questions.keySet())));
            }
            read.put(id, named(id, named, words(id, question)));
        });
        return read;
    }

    private static Set<String> named(String id, JsonValue named, List<String> words) {
        List<JsonValue> each = named instanceof JsonArray(List<JsonValue> several) ? several : List.of(named);
        Set<String> read = new TreeSet<>();
        for (JsonValue value : each) {
            if (!(value instanceof JsonString(String word)) || !words.contains(word)) {
                throw new MalformedFile("'blocks." + id + "' must be an answer of the question, or an array of them: "
                        + Quote.list(words));
            }
            read.add(word);
        }
        if (read.isEmpty()) {
            throw new MalformedFile(
                    "'blocks." + id + "' names no answer; leave it out, or name one of " + Quote.list(words));
        }
        return Set.copyOf(read);
    }

    private static List<String> words(String id, Question question) {
        return switch (question) {
            case Question.Noul _ -> SIDES;
            case Question.Choice choice ->
                choice.options().stream().map(option -> word(option.label())).toList();
            case Question.Score _ ->
                throw new MalformedFile(
                        "'blocks." + id + "': a score has no answer to name; ask a noul or a choice instead");
        };
    }

    private static String word(JsonValue label) {
        return label instanceof JsonString(String text) ? text : JsonText.render(label);
    }

    /** The answer as {@code blocks} names it; empty for a score. */
    static String word(Answer answer) {
        return switch (answer) {
            case Answer.Noul noul -> SIDES.get(noul.yes() >= 0.5 ? 1 : 0);
            case Answer.Choice choice -> word(choice.labels().get(choice.chosen()));
            case Answer.Score _ -> "";
        };
    }
}
