// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.State;
import org.decisionservice.contract.members.Place;
import org.decisionservice.core.text.Quote;

/**
 * The request of a body.
 *
 * @param questions in the client's order
 * @param cleaned what was taken out of the state; empty if nobody asked for that
 */
public record AskedDecisions(State state, List<AskedQuestion> questions, Controls controls, List<Cleaning> cleaned) {
    public AskedDecisions {
        cleaned = List.copyOf(cleaned);
        questions = List.copyOf(questions);
    }

    /** The request as every contract makes it. */
    public DecisionRequest request() {
        SequencedMap<String, Question> byId = new LinkedHashMap<>();
        questions.forEach(asked -> byId.put(asked.id(), asked.question()));
        return new DecisionRequest(List.of(state), byId, controls);
    }

    /** The index of the question of that id. */
    int indexOf(String id) {
        for (int i = 0; i < questions.size(); i++) {
            if (questions.get(i).id().equals(id)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no question has the id " + id);
    }

    /**
     * A refusal of {@link #request()} in the words of this API: it names a question by its place in the body, and its
     * detail begins with what it is about.
     */
    public Refusal named(Refusal refusal) {
        List<String> path = refusal.path();
        if (path.isEmpty()) {
            return refusal;
        }
        boolean question = path.size() == 2 && path.getFirst().equals("questions");
        Place place =
                question ? questions.get(indexOf(path.getLast())).place() : Place.BODY.member(String.join(".", path));
        String ours = question ? "question " + Quote.of(path.getLast()) + ": " : "";
        String detail =
                refusal.detail().startsWith(ours) ? refusal.detail().substring(ours.length()) : refusal.detail();
        return new Refusal(refusal.kind(), List.of(place.path()), "'" + place.path() + "': " + detail, refusal.code());
    }
}
