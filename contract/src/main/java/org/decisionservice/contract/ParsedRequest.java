// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.RequestPlan;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.contract.response.PlanWriter;

/**
 * The request that a body makes, and how its client is answered.
 *
 * @param writer makes the answer's body from one response for each state; it knows what the request does not, such as
 *     the names that a client gave its questions
 * @param terms says a refusal of the request in the words of the client's contract
 * @param positions where each state of the request stands in the body
 * @param ignored the members of the body that nobody reads
 * @param cleaned what was taken out of each state; empty if nobody asked for that
 */
public record ParsedRequest(
        DecisionRequest request,
        Function<List<DecisionResponse>, JsonDocument> writer,
        UnaryOperator<Refusal> terms,
        List<Integer> positions,
        List<String> ignored,
        List<Cleaning> cleaned) {
    public ParsedRequest {
        positions = List.copyOf(positions);
        ignored = List.copyOf(ignored);
        cleaned = List.copyOf(cleaned);
    }

    /** A request of this process, which reads the responses as they are: no body is written. */
    public static ParsedRequest unwritten(DecisionRequest request) {
        return new ParsedRequest(
                request,
                _ -> {
                    throw new UnsupportedOperationException("nobody reads the body of this answer");
                },
                UnaryOperator.identity(),
                IntStream.range(0, request.states().size()).boxed().toList(),
                List.of(),
                List.of());
    }

    /** The body of the answer, from one response for each state. */
    public JsonDocument body(List<DecisionResponse> responses) {
        return writer.apply(
                cleaned.isEmpty()
                        ? responses
                        : IntStream.range(0, responses.size())
                                .mapToObj(state -> responses.get(state).with(cleaned.get(state)))
                                .toList());
    }

    /** The body that tells a client what the answer to its one state would take. */
    public JsonDocument body(RequestPlan plan) {
        return PlanWriter.document(cleaned.isEmpty() ? plan : plan.with(cleaned.getFirst()));
    }

    /** A refusal of the request as its client's contract words it. */
    public RefusedException inTerms(RefusedException refused) {
        return new RefusedException(terms.apply(refused.refusal()));
    }

    /** The value of {@link IgnoredMembers#HEADER}; empty if every member was read. */
    public Optional<String> ignoredMembers() {
        return ignored.isEmpty() ? Optional.empty() : Optional.of(IgnoredMembers.text(ignored));
    }
}
