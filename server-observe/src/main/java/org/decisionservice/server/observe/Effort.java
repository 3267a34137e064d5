// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.host.DecisionService;

/**
 * The cost of a decision, or of a request that was routed and not answered.
 *
 * @param checkpoint the name of the checkpoint that answered or was to, {@code local}, or {@link #SEVERAL}
 * @param rows the number of rows computed: one per state and question, or more for a choice that does not fit into one
 *     row; 0 if there is no answer
 * @param tokens total tokens of all rows
 * @param truncated number of states of which something was cut off
 * @param decidedAfter time from the request's head until the decision was made or given up
 */
public record Effort(
        String checkpoint,
        int rows,
        long tokens,
        int truncated,
        Duration decidedAfter,
        DecisionService.Timings timings) {
    /** Used instead of a name for a batch whose states went to more than one checkpoint. */
    public static final String SEVERAL = "several";

    private static final String LOCAL = "local";

    static Effort of(DecisionService.Decision decision, Duration decidedAfter) {
        List<DecisionResponse> responses = decision.responses();
        Set<String> checkpoints = responses.stream()
                .map(response -> response.routing()
                        .map(routing -> routing.model().wireName())
                        .orElse(LOCAL))
                .collect(Collectors.toSet());
        return new Effort(
                one(checkpoints),
                decision.rows(),
                responses.stream()
                        .mapToLong(response -> response.usage().inputTokens())
                        .sum(),
                (int) responses.stream()
                        .filter(response -> response.usage().truncated())
                        .count(),
                decidedAfter,
                decision.timings());
    }

    static Effort of(DecisionService.Unanswered request, Duration givenUpAfter) {
        Set<String> checkpoints = request.checkpoints().stream()
                .map(name -> name.map(CheckpointName::wireName).orElse(LOCAL))
                .collect(Collectors.toSet());
        return new Effort(one(checkpoints), 0, 0, 0, givenUpAfter, request.timings());
    }

    private static String one(Set<String> checkpoints) {
        return switch (checkpoints.size()) {
            case 0 -> FinishedRequest.NO_CHECKPOINT;
            case 1 -> checkpoints.iterator().next();
            default -> SEVERAL;
        };
    }
}
