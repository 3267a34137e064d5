// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.gemini;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.contract.json.Surrogates;
import org.decisionservice.contract.members.ErrorCode;
import org.decisionservice.contract.members.Media;
import org.decisionservice.contract.members.Members;
import org.decisionservice.contract.members.Place;
import org.decisionservice.contract.request.ControlsReader;
import org.decisionservice.contract.request.Hooks;
import org.decisionservice.contract.request.Limits;
import org.decisionservice.contract.request.QuestionSet;
import org.decisionservice.contract.request.QuestionSources;
import org.decisionservice.contract.request.StateCleaning;
import org.decisionservice.contract.request.States;
import org.decisionservice.contract.request.Whitespace;

/**
 * Turns the body of {@code POST /v1beta/decisions} into a request, or refuses it. The order of the checks is that of
 * {@code POST /v1/systemone}: shape, counts, hook arguments, surrogates, controls, questions.
 * Members that nobody knows are ignored, so that newer clients go on working.
 */
public final class GeminiReader {
    private static final String INPUT = "input";
    private static final String MODEL = "model";
    private static final String QUESTIONS = "questions";
    private static final String QUESTIONS_FIX = "send an object of question id to question";

    /** The API's own limits, and options enough for every question to have eight. */
    private static final Limits LIMITS = new Limits(1_000, 255, 255, 8_192);

    /** The prefix that the API's clients put before the name of a model. */
    private static final String RESOURCE = "models/";

    private static final Set<String> KNOWN = Stream.of(
                    Stream.of(INPUT, QUESTIONS, "state"),
                    Hooks.FIELDS.stream(),
                    Media.FIELDS.stream(),
                    ControlsReader.FIELDS.stream())
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    private final ControlsReader controls;
    private final QuestionSources sources;
    private final Optional<StateCleaning> cleaning;

    /**
     * @param names that a request can select checkpoints by
     * @param maxTokenBudget cap on {@code max_len} and {@code head_max_len}, in tokens
     * @param sources of questions besides {@code questions}; a schema is none here
     * @param cleaning of states; empty if none is cleaned
     */
    public GeminiReader(
            CheckpointNames names, int maxTokenBudget, QuestionSources sources, Optional<StateCleaning> cleaning) {
        this.cleaning = cleaning;
        this.controls = new ControlsReader(names, maxTokenBudget);
        this.sources = sources;
    }

    /**
     * A request that was read.
     *
     * @param cleaned what was taken out of its state; empty if nobody asked for that
     */
    public record Read(DecisionRequest request, List<Cleaning> cleaned) {
        public Read {
            cleaned = List.copyOf(cleaned);
        }
    }

    /**
     * Reads a plain, complete body.
     *
     * @throws RefusedException if the client has to change it
     */
    public Read read(byte[] body) {
        JsonReader.Document document = JsonReader.read(
                body,
                name -> KNOWN.contains(name)
                        || sources.readsSet(name)
                        || cleaning.filter(asked -> asked.reads(name)).isPresent());
        if (!(document.root() instanceof JsonObject object)) {
            throw new RefusedException(
                    Refusal.Kind.MALFORMED, "request body must be an object with 'input' and 'questions'");
        }
        Members members = new Members(Place.BODY, object.members());
        States made = new States(cleaning, members.values());
        JsonValue input = input(members);
        Optional<QuestionSet> set = sources.set(members.values());
        Map<String, JsonValue> questions =
                set.isPresent() && members.find(QUESTIONS).isEmpty() ? Map.of() : questions(members);
        LIMITS.checkQuestions(with(set, questions));
        State state = made.of(INPUT, input);
        refuseHooks(members);
        if (document.unpaired()) {
            throw new RefusedException(Refusal.Kind.MALFORMED, Surrogates.DETAIL);
        }
        Media.refuseMembers(members.values());
        Controls read = controls(members);
        cleaning.ifPresent(asked -> asked.check(members.values()));
        SequencedMap<String, Question> asked = asked(members.at(QUESTIONS), questions);
        set.ifPresent(found -> asked.putAll(found.questions()));
        DecisionRequest request = new DecisionRequest(
                List.of(state),
                asked,
                set.map(QuestionSet::thresholds).map(read::with).orElse(read));
        return new Read(request, made.cleaned());
    }

    /** The questions of a request and those of its set, which are of the same limits together. */
    private static Map<String, JsonValue> with(Optional<QuestionSet> set, Map<String, JsonValue> own) {
        if (set.isEmpty()) {
            return own;
        }
        QuestionSources.refuseShared(set.get(), own.keySet());
        Map<String, JsonValue> all = new HashMap<>(own);
        all.putAll(set.get().definitions());
        return all;
    }

    private static JsonValue input(Members body) {
        if (body.find(INPUT).isEmpty() && body.values().containsKey("state")) {
            throw body.at(INPUT)
                    .refuse(
                            ErrorCode.MISSING_REQUIRED_PARAMETER,
                            "missing; a body with 'state' belongs to POST /v1/systemone, here the state is 'input'");
        }
        return TextReader.read(body, INPUT);
    }

    private static Map<String, JsonValue> questions(Members body) {
        Place place = body.at(QUESTIONS);
        Map<String, JsonValue> questions = switch (body.required(QUESTIONS, QUESTIONS_FIX)) {
            case JsonObject object -> object.members();
            case JsonArray _ ->
                throw place.refuse(
                        ErrorCode.INVALID_TYPE,
                        "must be an object of question id to question; an array belongs to POST /v1/decisions");
            case JsonValue _ -> throw place.refuse(ErrorCode.INVALID_TYPE, "must be an object; " + QUESTIONS_FIX);
        };
        if (questions.isEmpty()) {
            throw place.refuse(ErrorCode.INVALID_VALUE, "must hold at least one question");
        }
        return questions;
    }

    private static void refuseHooks(Members body) {
        for (String hook : Hooks.FIELDS) {
            if (body.find(hook).isPresent()) {
                throw body.at(hook).refuse(ErrorCode.UNSUPPORTED_PARAMETER, Hooks.WHY);
            }
        }
    }

    /** A model of Google's selects nothing, as everywhere: the router chooses. */
    private Controls controls(Members body) {
        Map<String, JsonValue> values = new HashMap<>(body.values());
        body.optionalText(MODEL)
                .filter(model -> model.startsWith(RESOURCE))
                .ifPresent(model -> values.put(MODEL, new JsonString(model.substring(RESOURCE.length()))));
        return controls.single(values);
    }

    private static SequencedMap<String, Question> asked(Place place, Map<String, JsonValue> questions) {
        SequencedMap<String, Question> asked = new LinkedHashMap<>();
        questions.forEach((id, question) -> {
            if (Whitespace.blank(id)) {
                throw place.key(id).refuse(ErrorCode.INVALID_VALUE, "the id is blank; give every question a name");
            }
            asked.put(id, QuestionReader.read(Members.of(place.key(id), question)));
        });
        return asked;
    }

    /** A refusal of a request in the words of this API: it names a question by its place in the body. */
    public static Refusal named(Refusal refusal) {
        List<String> path = refusal.path();
        return path.size() == 2 && path.getFirst().equals(QUESTIONS)
                ? new Refusal(
                        refusal.kind(),
                        List.of(Place.BODY.member(QUESTIONS).key(path.getLast()).path()),
                        refusal.detail(),
                        refusal.code())
                : refusal;
    }
}
