// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.contract.json.Surrogates;
import org.decisionservice.contract.members.Media;
import org.decisionservice.contract.members.Place;
import org.decisionservice.contract.schema.DecisionSchema;
import org.decisionservice.core.routing.CheckpointSelectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns a parsed body into a request that is valid by construction, or refuses it. The order of the checks is part of
 * the interface: shape, limits, hook arguments, surrogates, controls, questions.
 */
public final class RequestReader {
    /** Filled in place for a caller in the same process: over HTTP it could only be lost. */
    private static final List<String> BATCH_OUT_PARAMETERS = List.of("diagnostics");

    private static final Set<String> BOTH = Stream.of(Hooks.FIELDS, Media.FIELDS, ControlsReader.FIELDS)
            .flatMap(Collection::stream)
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> BATCH_ONLY = Stream.concat(
                    BATCH_OUT_PARAMETERS.stream(), ControlsReader.BATCH_FIELDS.stream())
            .collect(Collectors.toUnmodifiableSet());

    private final ControlsReader controls;
    private final RequestRules rules;
    private final QuestionSources sources;
    private final Optional<StateCleaning> cleaning;
    private final boolean explains;

    /**
     * @param names that a request can select checkpoints by
     * @param maxTokenBudget cap on {@code max_len} and {@code head_max_len}, in tokens
     * @param sources of questions besides {@code questions}
     * @param cleaning of states; empty if none is cleaned
     * @param explains whether requests may ask what answers depend on
     */
    public RequestReader(
            CheckpointNames names,
            int maxTokenBudget,
            RequestRules rules,
            QuestionSources sources,
            Optional<StateCleaning> cleaning,
            boolean explains) {
        this.controls = new ControlsReader(names, maxTokenBudget);
        this.rules = rules;
        this.sources = sources;
        this.cleaning = cleaning;
        this.explains = explains;
    }

    /** A reader of requests whose answers nobody may have explained. */
    public RequestReader(
            CheckpointNames names,
            int maxTokenBudget,
            RequestRules rules,
            QuestionSources sources,
            Optional<StateCleaning> cleaning) {
        this(names, maxTokenBudget, rules, sources, cleaning, false);
    }

    /** A reader of requests whose questions are in {@code questions} alone, and whose states are as they were sent. */
    public RequestReader(CheckpointNames names, int maxTokenBudget, RequestRules rules) {
        this(names, maxTokenBudget, rules, QuestionSources.NONE, Optional.empty());
    }

    /** Whether {@link #single} looks at this member of the body. */
    static boolean inSingle(String member) {
        return member.equals("state") || member.equals("questions") || BOTH.contains(member);
    }

    /** Whether {@link #batch} looks at this member of the body. */
    static boolean inBatch(String member) {
        return member.equals("states")
                || member.equals("questions")
                || BOTH.contains(member)
                || BATCH_ONLY.contains(member);
    }

    /**
     * A request that was read.
     *
     * @param request about those states of the body that can be answered
     * @param refused why others are refused on their own, by their index in the body; empty unless the client asks for
     *     that
     * @param ignored the first members of the body that nobody reads, in its order, and {@code model} if its value
     *     selects nothing; long names are cut
     * @param schema what the questions were made of, if it was a schema
     * @param cleaned what was taken out of each state of the request; empty if nobody asked for that
     */
    public record Read(
            DecisionRequest request,
            SortedMap<Integer, Refusal> refused,
            List<String> ignored,
            Optional<DecisionSchema> schema,
            List<Cleaning> cleaned) {
        public Read {
            refused = Collections.unmodifiableSortedMap(refused);
            ignored = List.copyOf(ignored);
            cleaned = List.copyOf(cleaned);
        }

        /** The index in the body of each state of the request. */
        public List<Integer> positions() {
            return IntStream.range(0, request.states().size() + refused.size())
                    .filter(index -> !refused.containsKey(index))
                    .boxed()
                    .toList();
        }
    }

    /** Reads the body of {@code POST /v1/systemone}. */
    public Read single(byte[] body) {
        JsonReader.Document document = JsonReader.read(body, name -> inSingle(name) || reads(name));
        var members = members(document, "request body must be an object with a 'questions' field", "questions");
        List<JsonValue> state = List.of(onlyState(members.get("state"), document.ignored()));
        return read(document, members, state, false, List.of(), controls::single);
    }

    /** Reads the body of {@code POST /v1/systemone/batch}. */
    public Read batch(byte[] body) {
        JsonReader.Document document = JsonReader.read(body, name -> inBatch(name) || reads(name));
        var members = members(
                document, "request body must be an object with 'states' and 'questions' fields", "questions", "states");
        boolean perState = ControlsReader.perState(members);
        List<JsonValue> states = states(members.get("states"), perState);
        return read(document, members, states, perState, BATCH_OUT_PARAMETERS, controls::batch);
    }

    /** Whether this deployment looks at this member of any body. */
    private boolean reads(String member) {
        return sources.reads(member)
                || cleaning.filter(asked -> asked.reads(member)).isPresent()
                || (explains && member.equals(ControlsReader.EXPLAIN));
    }

    private Read read(
            JsonReader.Document document,
            SequencedMap<String, JsonValue> body,
            List<JsonValue> states,
            boolean perState,
            List<String> outParameters,
            Function<Map<String, JsonValue>, Controls> controlsOf) {
        Optional<DecisionSchema> schema = sources.schema(body);
        SequencedMap<String, JsonValue> questions =
                schema.map(DecisionSchema::definitions).orElseGet(() -> sources.definitions(body));
        if (questions.isEmpty() && !rules.emptyQuestions()) {
            throw malformed("questions", "'questions' must hold at least one question");
        }
        Limits.checkStates(states.size());
        Limits.systemOne(rules.choiceOptions()).checkQuestions(questions);
        SortedMap<Integer, Refusal> refused = new TreeMap<>();
        States made = new States(cleaning, body);
        List<State> answerable = perState ? answerable(made, states, document, refused) : all(made, states);
        Limits.checkAnswer(states.size(), questions);
        refuse(body, Hooks.FIELDS, Hooks.WHY);
        refuse(body, outParameters, "cannot be returned over HTTP; leave it out");
        if (perState ? document.hiddenSurrogates() || document.unpairedIn(withoutStates(body)) : document.unpaired()) {
            throw new RefusedException(Refusal.Kind.MALFORMED, Surrogates.DETAIL);
        }
        Media.refuseMembers(body);
        for (int index = 0; index < states.size() && !perState; index++) {
            String field = field(index, states.size());
            Media.refuseParts(() -> new Place(field), states.get(index));
        }
        questions.forEach(RequestReader::refuseMedia);
        Controls read = controlsOf.apply(body);
        cleaning.ifPresent(asked -> asked.check(body));
        DecisionRequest request = new DecisionRequest(
                answerable, QuestionReader.read(questions, rules), read.with(QuestionReader.thresholds(questions)));
        return new Read(request, refused, ignored(document, body, read), schema, made.cleaned());
    }

    private static List<State> all(States made, List<JsonValue> values) {
        List<State> states = new ArrayList<>(values.size());
        for (JsonValue value : values) {
            states.add(made.of(field(states.size(), values.size()), value));
        }
        return states;
    }

    /** Instructions are rendered as text, so a picture among them would be read as its letters. */
    private static void refuseMedia(String id, JsonValue question) {
        if (question instanceof JsonObject object && object.members().containsKey("instructions")) {
            Media.refuseParts(
                    () -> Place.BODY.member("questions").key(id).member("instructions"),
                    Objects.requireNonNull(object.members().get("instructions")));
        }
    }

    /**
     * The states that can be answered, in their order.
     *
     * @param refused takes why each of the others cannot, by its index
     */
    private static List<State> answerable(
            States made, List<JsonValue> values, JsonReader.Document document, SortedMap<Integer, Refusal> refused) {
        List<State> states = new ArrayList<>(values.size());
        for (int index = 0; index < values.size(); index++) {
            JsonValue value = values.get(index);
            String element = element(index);
            try {
                refuseNull(element, value);
                if (document.unpairedIn(value)) {
                    throw new RefusedException(Refusal.Kind.MALFORMED, List.of(element), Surrogates.DETAIL);
                }
                State state = made.of(element, value);
                Media.refuseParts(() -> new Place(element), value);
                states.add(state);
            } catch (RefusedException e) {
                refused.put(index, e.refusal());
            }
        }
        return states;
    }

    private static void refuseNull(String field, JsonValue value) {
        if (value instanceof JsonNull) {
            throw malformed(field, "'" + field + "' is required and must not be null");
        }
    }

    private static String field(int index, int count) {
        return count == 1 ? "state" : element(index);
    }

    /** The name of a state in a batch. */
    private static String element(int index) {
        return "states[" + index + "]";
    }

    /** The part of a body that is checked as a whole where states are checked one by one. */
    private static JsonObject withoutStates(SequencedMap<String, JsonValue> body) {
        SequencedMap<String, JsonValue> rest = new LinkedHashMap<>(body);
        rest.remove("states");
        return new JsonObject(rest);
    }

    private static List<String> ignored(
            JsonReader.Document document, SequencedMap<String, JsonValue> body, Controls controls) {
        JsonValue model = body.get("model");
        boolean read = model == null
                || model instanceof JsonNull
                || controls.model().isPresent()
                || (model instanceof JsonString text && CheckpointSelectors.namesTheRouter(text.value()));
        if (read) {
            return document.ignored();
        }
        return Stream.concat(Stream.of("model"), document.ignored().stream()).toList();
    }

    private SequencedMap<String, JsonValue> members(JsonReader.Document document, String detail, String... required) {
        if (document.root() instanceof JsonObject object) {
            var members = object.members();
            for (String field : required) {
                if (!members.containsKey(field) && !(field.equals("questions") && sources.replace(members))) {
                    throw malformed(field, detail + Slip.hint(field, document.ignored()));
                }
            }
            return members;
        }
        throw new RefusedException(Refusal.Kind.MALFORMED, detail);
    }

    private static List<JsonValue> states(@Nullable JsonValue value, boolean perState) {
        if (!(value instanceof JsonArray array) || array.elements().isEmpty()) {
            throw malformed("states", "'states' must be a non-empty array");
        }
        List<JsonValue> states = array.elements();
        if (perState) {
            // There may be too many to say of each what is wrong.
            Limits.checkStates(states.size());
            return states;
        }
        for (int index = 0; index < states.size(); index++) {
            refuseNull(element(index), states.get(index));
        }
        return states;
    }

    private static JsonValue onlyState(@Nullable JsonValue value, List<String> unread) {
        if (value == null) {
            throw malformed("state", "'state' is required" + Slip.hint("state", unread));
        }
        refuseNull("state", value);
        return value;
    }

    private static void refuse(SequencedMap<String, JsonValue> body, List<String> fields, String why) {
        for (String field : fields) {
            if (body.containsKey(field) && !(body.get(field) instanceof JsonNull)) {
                throw new RefusedException(Refusal.Kind.INVALID, List.of(field), "'" + field + "' " + why);
            }
        }
    }

    private static RefusedException malformed(String field, String detail) {
        return new RefusedException(Refusal.Kind.MALFORMED, List.of(field), detail);
    }
}
