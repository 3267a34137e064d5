// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Controls;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
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
import org.decisionservice.contract.request.QuestionSet;
import org.decisionservice.contract.request.QuestionSources;
import org.decisionservice.contract.request.StateCleaning;
import org.decisionservice.contract.request.States;
import org.decisionservice.contract.request.Whitespace;

/**
 * Turns the body of {@code POST /v1/decisions} into what it asks, or refuses it. The order of the checks is that of
 * {@code POST /v1/systemone}: shape, counts, hook arguments, surrogates, controls, questions. Members that nobody knows
 * are ignored, so that newer clients go on working.
 */
public final class DecisionsReader {
    private static final String QUESTIONS_FIX = "send an array of questions";

    /** Read for their type only: they have no effect here. */
    private static final List<String> WITHOUT_EFFECT = List.of("model", "prompt_cache_key", "safety_identifier");

    private static final Set<String> KNOWN = Stream.of(
                    Stream.of("input", "questions", "state", "stream", "prompt_cache_options"),
                    WITHOUT_EFFECT.stream(),
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
    public DecisionsReader(
            CheckpointNames names, int maxTokenBudget, QuestionSources sources, Optional<StateCleaning> cleaning) {
        this.controls = new ControlsReader(names, maxTokenBudget);
        this.sources = sources;
        this.cleaning = cleaning;
    }

    /**
     * Reads a plain, complete body.
     *
     * @throws RefusedException if the client has to change it
     */
    public AskedDecisions read(byte[] body) {
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
        JsonValue input = InputReader.read(members);
        Optional<QuestionSet> set = sources.set(members.values());
        List<JsonValue> questions =
                set.isPresent() && members.find("questions").isEmpty() ? List.of() : questions(members);
        QuestionCaps.check(members.at("questions"), questions, set);
        State state = made.of("input", input);
        refuseHooks(members);
        if (document.unpaired()) {
            throw new RefusedException(Refusal.Kind.MALFORMED, Surrogates.DETAIL);
        }
        Media.refuseMembers(members.values());
        Media.refuseParts(() -> members.at("input"), input);
        Controls read = controls(members);
        cleaning.ifPresent(asked -> asked.check(members.values()));
        List<AskedQuestion> asked = asked(members.at("questions"), questions, set);
        return new AskedDecisions(
                state, asked, set.map(QuestionSet::thresholds).map(read::with).orElse(read), made.cleaned());
    }

    private static List<JsonValue> questions(Members body) {
        JsonValue questions = body.required("questions", QUESTIONS_FIX);
        return switch (questions) {
            case JsonArray array -> Members.nonEmpty(body.at("questions"), array);
            case JsonObject _ ->
                throw body.at("questions")
                        .refuse(
                                ErrorCode.INVALID_TYPE,
                                "must be an array; an object of questions belongs to POST /v1/systemone");
            case JsonValue _ ->
                throw body.at("questions").refuse(ErrorCode.INVALID_TYPE, "must be an array; " + QUESTIONS_FIX);
        };
    }

    private static void refuseHooks(Members body) {
        for (String hook : Hooks.FIELDS) {
            if (body.find(hook).isPresent()) {
                throw body.at(hook).refuse(ErrorCode.UNSUPPORTED_PARAMETER, Hooks.WHY);
            }
        }
    }

    private Controls controls(Members body) {
        WITHOUT_EFFECT.forEach(body::optionalText);
        if (body.find("prompt_cache_options")
                .filter(options -> !(options instanceof JsonObject))
                .isPresent()) {
            throw body.at("prompt_cache_options").refuse(ErrorCode.INVALID_TYPE, "must be an object, or left out");
        }
        body.find("stream").ifPresent(stream -> {
            if (!(stream instanceof JsonBoolean flag)) {
                throw body.at("stream").refuse(ErrorCode.INVALID_TYPE, "must be false, or left out");
            }
            if (flag.value()) {
                throw body.at("stream")
                        .refuse(ErrorCode.UNSUPPORTED_PARAMETER, "answers are not streamed; leave it out");
            }
        });
        return controls.single(body.values());
    }

    private static List<AskedQuestion> asked(Place place, List<JsonValue> questions, Optional<QuestionSet> set) {
        Set<String> theirs = set.map(found -> found.questions().keySet()).orElseGet(Set::of);
        List<String> ids = ids(questions, theirs);
        List<AskedQuestion> asked = new ArrayList<>(questions.size());
        for (int i = 0; i < questions.size(); i++) {
            asked.add(QuestionReader.read(ids.get(i), Members.of(place.element(i), questions.get(i))));
        }
        if (set.isPresent()) {
            Set<String> names =
                    asked.stream().flatMap(question -> question.name().stream()).collect(Collectors.toSet());
            QuestionSources.refuseShared(set.get(), names);
            Place named = Place.BODY.member(QuestionSources.SET);
            set.get().questions().forEach((id, question) -> asked.add(QuestionReader.of(id, question, named)));
        }
        return asked;
    }

    /**
     * An id for each question: its name, which the typed-decisions workflows are recognised by, if it is not blank and
     * no other question has it; else one that no name can be.
     *
     * @param theirs the ids of the questions of a set
     */
    private static List<String> ids(List<JsonValue> questions, Set<String> theirs) {
        List<Optional<String>> names =
                questions.stream().map(DecisionsReader::name).toList();
        Set<String> seen = new HashSet<>();
        Set<String> repeated = new HashSet<>();
        names.stream().flatMap(Optional::stream).filter(name -> !seen.add(name)).forEach(repeated::add);
        List<String> ids = new ArrayList<>(questions.size());
        for (int i = 0; i < questions.size(); i++) {
            String number = "#" + i;
            while (seen.contains(number) || theirs.contains(number)) {
                number = "#" + number;
            }
            ids.add(names.get(i).filter(name -> !repeated.contains(name)).orElse(number));
        }
        return ids;
    }

    private static Optional<String> name(JsonValue question) {
        return question instanceof JsonObject object
                        && object.members().get("name") instanceof JsonString name
                        && !Whitespace.blank(name.value())
                ? Optional.of(name.value())
                : Optional.empty();
    }
}
