// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Explanation.Influence;

/**
 * The answers about one state.
 *
 * @param response answers by question id in the order of the questions, token counts, and which checkpoint answered.
 *     What a service with the strict projection leaves out is NaN where it is a number of an answer, and 0 where it is
 *     a count of tokens
 * @param inferenceMillis milliseconds that the model computed, for all states of the request together; empty if the
 *     service does not say
 * @param requestId the id under which the service's log has the request
 */
public record Decision(DecisionResponse response, OptionalDouble inferenceMillis, Optional<String> requestId) {

    /** The answer to a choice. Like its siblings, it throws IllegalArgumentException if no such question was asked. */
    public Answer.Choice choice(String id) {
        return answer(id, Answer.Choice.class);
    }

    /** The answer to a score: between 0 and levels − 1. */
    public Answer.Score score(String id) {
        return answer(id, Answer.Score.class);
    }

    /** The answer to a noul, whose {@link Answer.Noul#yes} is the probability that the statement holds. */
    public Answer.Noul noul(String id) {
        return answer(id, Answer.Noul.class);
    }

    /** The label that a choice picked, as text. */
    public String label(String id) {
        Answer.Choice choice = choice(id);
        return Json.plain(choice.labels().get(choice.chosen()));
    }

    /** The parts of the state that an answer depends on, if {@link DecisionClient#explain} asked for them. */
    public List<Influence> influences(String id) {
        return response.explanation().map(known -> known.of(id)).orElse(List.of());
    }

    private <A extends Answer> A answer(String id, Class<A> type) {
        Answer answer = response.answers().get(id);
        if (!type.isInstance(answer)) {
            throw new IllegalArgumentException("no " + type.getSimpleName() + " was asked under the id '" + id
                    + "', but " + response.answers().keySet());
        }
        return type.cast(answer);
    }
}
