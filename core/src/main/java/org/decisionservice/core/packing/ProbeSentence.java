// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.core.text.JsonText;

/**
 * A question about a state, one line of {@code probes.jsonl}. The sentences were written for this file. They resemble
 * what services are asked (tickets, e-mails, logs, records, reviews, a third of them not in English), so that
 * activations are as large as for real requests.
 */
record ProbeSentence(Question question, State state) {
    private static final String FILE = "probes.jsonl";
    private static final JsonMapper JSON = new JsonMapper();

    /** All sentences in the order of the file. It is read in milliseconds and not kept, because loads are rare. */
    static List<ProbeSentence> bundled() {
        try (InputStream in = ProbeSentence.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new FileNotFoundException(FILE + " is missing from the class path");
            }
            try (MappingIterator<JsonNode> lines =
                    JSON.readerFor(JsonNode.class).readValues(in)) {
                List<ProbeSentence> sentences = new ArrayList<>();
                lines.forEachRemaining(line -> sentences.add(new ProbeSentence(question(line), state(line))));
                return List.copyOf(sentences);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the sentences of the precision gate cannot be read: the build is broken", e);
        }
    }

    /** Characters of the state. */
    int length() {
        return state.text().length();
    }

    private static Question question(JsonNode line) {
        String instructions = line.required("ask").textValue();
        return switch (line.required("type").textValue()) {
            case "choice" -> new Question.Choice(instructions, options(line.required("options")), Optional.empty());
            case "score" ->
                new Question.Score(
                        instructions,
                        line.required("levels")
                                .valueStream()
                                .map(JsonNode::textValue)
                                .toList(),
                        Optional.empty());
            case "noul" -> new Question.Noul(instructions, side("false"), side("true"), Optional.empty());
            default -> throw new IllegalStateException(FILE + ": there is no such type of question: " + line);
        };
    }

    private static List<Question.Option> options(JsonNode options) {
        return options.propertyStream()
                .map(option -> new Question.Option(
                        new JsonValue.JsonString(option.getKey()),
                        Optional.ofNullable(option.getValue().textValue())))
                .toList();
    }

    private static Question.Side side(String label) {
        return new Question.Side(label, Optional.empty());
    }

    private static State state(JsonNode line) {
        JsonNode state = line.required("state");
        return JsonText.state(value(state));
    }

    private static JsonValue value(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
                node.forEachEntry((name, member) -> members.put(name, value(member)));
                yield new JsonValue.JsonObject(members);
            }
            case ARRAY ->
                new JsonValue.JsonArray(
                        node.valueStream().map(ProbeSentence::value).toList());
            case STRING -> new JsonValue.JsonString(node.textValue());
            case NUMBER ->
                node.isIntegralNumber()
                        ? new JsonValue.JsonInteger(node.asText())
                        : new JsonValue.JsonDouble(node.doubleValue());
            case BOOLEAN -> new JsonValue.JsonBoolean(node.booleanValue());
            case NULL -> new JsonValue.JsonNull();
            case BINARY, MISSING, POJO -> throw new IllegalStateException(FILE + ": not JSON: " + node);
        };
    }
}
