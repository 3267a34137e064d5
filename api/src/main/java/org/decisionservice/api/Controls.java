// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The optional fields of a request; an empty one leaves the deployment's own setting in force.
 *
 * @param model empty also if the client's text selects no checkpoint: the router chooses
 * @param task forces a checkpoint
 * @param lang language code as sent
 * @param langGuess language code from the client's own identifier, as sent
 * @param maxLen total token window of a row, 1 to the server's token budget
 * @param headMaxLen tokens shared by instructions and options, same bounds
 * @param minConfidence abstention threshold in [0, 1]
 */
public record Controls(
        Optional<CheckpointSelector> model,
        Optional<CheckpointSelector> task,
        Optional<String> lang,
        Optional<String> langGuess,
        OptionalInt maxLen,
        OptionalInt headMaxLen,
        OptionalDouble minConfidence) {

    public static final Controls NONE = new Controls(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalDouble.empty());
}
