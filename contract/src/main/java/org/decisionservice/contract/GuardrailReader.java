// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.contract.json.Surrogates;
import org.decisionservice.contract.request.ControlsReader;
import org.decisionservice.contract.request.QuestionSet;
import org.decisionservice.contract.request.QuestionSetFolder;
import org.decisionservice.contract.request.StateCleaning;
import org.decisionservice.contract.request.States;
import org.decisionservice.contract.request.Whitespace;

/**
 * Turns the body of a guardrail into a request: every text is a state, and the questions are those of the configured
 * set. A text is read to its end, in windows if it has to be, because an attack may stand there.
 */
public final class GuardrailReader {
    private static final String TEXTS = "texts";

    /** As many rows as the largest batch has. */
    private static final int MOST_ROWS = 4_096;

    private final Controls controls;
    private final QuestionSetFolder sets;
    private final Optional<StateCleaning> cleaning;

    /**
     * @param names that a request can select checkpoints by
     * @param maxTokenBudget cap on the tokens of a row
     * @param sets with a guardrail among them
     * @param cleaning of texts; empty if none is cleaned
     */
    public GuardrailReader(
            CheckpointNames names, int maxTokenBudget, QuestionSetFolder sets, Optional<StateCleaning> cleaning) {
        this.controls = new ControlsReader(names, maxTokenBudget).single(Map.of("windows", new JsonBoolean(true)));
        this.sets = sets;
        this.cleaning = cleaning;
    }

    /**
     * A request that was read.
     *
     * @param positions of its states among the texts; blank ones are not asked about
     */
    public record GuardedTexts(DecisionRequest request, QuestionSet set, List<Integer> positions) {
        public GuardedTexts {
            positions = List.copyOf(positions);
        }
    }

    /**
     * Reads a plain, complete body.
     *
     * @throws RefusedException if it cannot be judged
     */
    public GuardedTexts read(byte[] body) {
        JsonReader.Document document = JsonReader.read(body, TEXTS::equals);
        if (!(document.root() instanceof JsonObject object)) {
            throw malformed("request body must be an object with '" + TEXTS + "'");
        }
        List<JsonValue> texts = texts(object.members());
        QuestionSet set = sets.guardrail().orElseThrow();
        List<Integer> positions = IntStream.range(0, texts.size())
                .filter(index -> !(texts.get(index) instanceof JsonString(String text) && Whitespace.blank(text)))
                .boxed()
                .toList();
        if ((long) positions.size() * set.questions().size() > MOST_ROWS) {
            throw new RefusedException(
                    Refusal.Kind.TOO_LARGE,
                    List.of(TEXTS),
                    "'" + TEXTS + "': too many texts (" + positions.size() + " > "
                            + MOST_ROWS / set.questions().size()
                            + ", so that texts times questions are " + MOST_ROWS + "); send a shorter conversation");
        }
        if (document.unpaired()) {
            throw malformed(Surrogates.DETAIL);
        }
        States made = new States(cleaning, Map.of());
        List<State> states = new ArrayList<>();
        for (int index : positions) {
            states.add(made.of(TEXTS + "[" + index + "]", state(set, texts.get(index))));
        }
        DecisionRequest request = states.isEmpty()
                ? new DecisionRequest(List.of(made.of(TEXTS, new JsonString(""))), new LinkedHashMap<>(), controls)
                : new DecisionRequest(states, set.questions(), controls.with(set.thresholds()));
        return new GuardedTexts(request, set, states.isEmpty() ? List.of(0) : positions);
    }

    /** The text where the questions look for it. */
    private static JsonValue state(QuestionSet set, JsonValue text) {
        return set.stateField()
                .<JsonValue>map(field -> new JsonObject(new LinkedHashMap<>(Map.of(field, text))))
                .orElse(text);
    }

    private static List<JsonValue> texts(SequencedMap<String, JsonValue> body) {
        return switch (body.getOrDefault(TEXTS, new JsonNull())) {
            // A message of pictures or of calls of tools alone.
            case JsonNull _ -> List.of();
            case JsonArray(List<JsonValue> texts) when texts.stream().allMatch(JsonString.class::isInstance) -> texts;
            default -> throw malformed("'" + TEXTS + "' must be an array of texts");
        };
    }

    private static RefusedException malformed(String why) {
        return new RefusedException(Refusal.Kind.MALFORMED, List.of(TEXTS), why);
    }
}
