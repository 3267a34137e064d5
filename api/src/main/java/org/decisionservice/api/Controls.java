// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The optional fields of a request. If one is empty, the deployment's setting applies.
 *
 * @param model what the client's text selects; empty if it selects no checkpoint, which leaves the choice to the router
 * @param task the checkpoint that the client's task forces
 * @param lang language code as sent
 * @param langGuess language code from the client's own language identification, as sent
 * @param maxLen total token window of a row, 1 to the server's token budget
 * @param headMaxLen tokens shared by instructions and options, same bounds
 * @param minConfidence abstention threshold in [0, 1]
 * @param windows whether a state that is too long for a row is read in several
 * @param learned whether what labels taught counts; empty if it does
 * @param coverage how often the options that cannot be excluded are to hold the right one, in [0.5, 0.99]
 * @param batchSize most states of a pass, at least 1; if empty, only tokens bound it
 * @param minConfidences abstention thresholds of single questions, by question id, in [0, 1]
 * @param explain whether the answers say which parts of the state they depend on
 */
public record Controls(
        Optional<CheckpointSelector> model,
        Optional<CheckpointSelector> task,
        Optional<String> lang,
        Optional<String> langGuess,
        OptionalInt maxLen,
        OptionalInt headMaxLen,
        OptionalDouble minConfidence,
        Optional<Boolean> windows,
        Optional<Boolean> learned,
        OptionalDouble coverage,
        OptionalInt batchSize,
        Map<String, Double> minConfidences,
        boolean explain) {
    public Controls {
        minConfidences = Map.copyOf(minConfidences);
    }

    /** The same with thresholds of single questions. */
    public Controls with(Map<String, Double> thresholds) {
        return new Controls(
                model,
                task,
                lang,
                langGuess,
                maxLen,
                headMaxLen,
                minConfidence,
                windows,
                learned,
                coverage,
                batchSize,
                thresholds,
                explain);
    }

    /** The abstention threshold that the request sets for a question: that of the question itself, or of all. */
    public OptionalDouble minConfidence(String questionId) {
        Double own = minConfidences.get(questionId);
        return own == null ? minConfidence : OptionalDouble.of(own);
    }

    /** Controls of a client that knows neither of labels, batches, thresholds of single questions nor explanations. */
    public Controls(
            Optional<CheckpointSelector> model,
            Optional<CheckpointSelector> task,
            Optional<String> lang,
            Optional<String> langGuess,
            OptionalInt maxLen,
            OptionalInt headMaxLen,
            OptionalDouble minConfidence,
            Optional<Boolean> windows) {
        this(
                model,
                task,
                lang,
                langGuess,
                maxLen,
                headMaxLen,
                minConfidence,
                windows,
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                Map.of(),
                false);
    }

    public static final Controls NONE = new Controls(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalDouble.empty(),
            Optional.empty());
}
