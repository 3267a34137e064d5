// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.schema.DecisionSchema;
import org.decisionservice.core.text.Quote;

/**
 * The sources of questions besides a body's member {@code questions}, if a deployment has any. The others stay members
 * that nobody reads.
 *
 * @param sets the folder of question sets, if there is one
 * @param schemas whether a body may have a JSON Schema in place of questions
 */
public record QuestionSources(Optional<QuestionSetFolder> sets, boolean schemas) {
    /** The member that names a question set. */
    public static final String SET = "question_set";

    static final String SCHEMA = "schema";
    private static final String QUESTIONS = "questions";

    /** Questions come from {@code questions} alone. */
    public static final QuestionSources NONE = new QuestionSources(Optional.empty(), false);

    /** Whether this member of a body says what is asked. */
    boolean reads(String member) {
        return readsSet(member) || (schemas && member.equals(SCHEMA));
    }

    /** Whether this member of a body names a question set. */
    public boolean readsSet(String member) {
        return sets.isPresent() && member.equals(SET);
    }

    /** Whether {@code body} says elsewhere than in {@code questions} what is asked. */
    boolean replace(Map<String, JsonValue> body) {
        return (sets.isPresent() && has(body, SET)) || (schemas && has(body, SCHEMA));
    }

    private static boolean has(Map<String, JsonValue> body, String member) {
        return !(body.getOrDefault(member, new JsonNull()) instanceof JsonNull);
    }

    /**
     * The set that {@code body} names.
     *
     * @throws RefusedException if there is no such set
     */
    public Optional<QuestionSet> set(Map<String, JsonValue> body) {
        return sets.filter(_ -> has(body, SET)).map(folder -> {
            if (body.get(SET) instanceof JsonString(String name)) {
                return folder.require(name);
            }
            throw invalid(List.of(SET), "'" + SET + "' must be the name of a question set, a string, or left out");
        });
    }

    /**
     * Refuses a set that shares the id of a question with the request itself.
     *
     * @param own the ids of the request's questions
     */
    public static void refuseShared(QuestionSet set, Set<String> own) {
        set.questions().keySet().stream().filter(own::contains).findFirst().ifPresent(id -> {
            throw invalid(
                    List.of(QUESTIONS, id),
                    "question " + Quote.of(id) + ": the question set " + Quote.of(set.name())
                            + " has a question of this id, too; give yours another id, or leave one of the two out");
        });
    }

    /**
     * The schema that {@code body} has in place of questions.
     *
     * @throws RefusedException if it has both, or the schema is not understood
     */
    Optional<DecisionSchema> schema(Map<String, JsonValue> body) {
        if (!schemas || !has(body, SCHEMA)) {
            return Optional.empty();
        }
        for (String other : List.of(QUESTIONS, SET)) {
            if (has(body, other) && (!other.equals(SET) || sets.isPresent())) {
                throw invalid(
                        List.of(SCHEMA), "'" + SCHEMA + "' stands in place of '" + other + "'; send one of the two");
            }
        }
        return Optional.of(DecisionSchema.read(body.get(SCHEMA)));
    }

    /**
     * The questions of {@code body}, raw and by id; those of a set behind its own.
     *
     * @throws RefusedException if it says in no way that is understood what it asks
     */
    SequencedMap<String, JsonValue> definitions(SequencedMap<String, JsonValue> body) {
        Optional<QuestionSet> set = set(body);
        SequencedMap<String, JsonValue> own =
                set.isPresent() && !has(body, QUESTIONS) ? new LinkedHashMap<>() : own(body);
        if (set.isEmpty()) {
            return own;
        }
        refuseShared(set.get(), own.keySet());
        SequencedMap<String, JsonValue> all = new LinkedHashMap<>(own);
        all.putAll(set.get().definitions());
        return all;
    }

    private static SequencedMap<String, JsonValue> own(SequencedMap<String, JsonValue> body) {
        if (body.get(QUESTIONS) instanceof JsonObject questions) {
            return questions.members();
        }
        throw new RefusedException(
                Refusal.Kind.MALFORMED,
                List.of(QUESTIONS),
                "'" + QUESTIONS + "' must be an object of question id to question");
    }

    private static RefusedException invalid(List<String> path, String detail) {
        return new RefusedException(Refusal.Kind.INVALID, path, detail);
    }
}
