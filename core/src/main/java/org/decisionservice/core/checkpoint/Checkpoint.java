// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.decisionservice.engine.spi.ModelSource;

/**
 * A checkpoint without its weights.
 *
 * @param family what its model was taught to read
 * @param source what an engine needs to load the weights
 * @param maxLen longest row in tokens, at least 1; a request may override it
 * @param headMaxLen tokens that instructions and options share, at least 1; a request may override it
 * @param temperatures what the logits are divided by
 * @param positionLimit longest row that the encoder has positions for or was taught; empty if neither bounds it
 * @param modelName the name in the configuration, if it has one
 * @param languages codes of the languages that it reads, such as {@code en}; empty if it does not say
 * @param tokenizer shared by all threads; the owner of the checkpoint closes it
 */
public record Checkpoint(
        Family family,
        ModelSource source,
        int maxLen,
        int headMaxLen,
        Temperatures temperatures,
        OptionalInt positionLimit,
        Optional<String> modelName,
        Set<String> languages,
        Tokenizer tokenizer) {
    public Checkpoint {
        languages = Set.copyOf(languages);
    }

    /** The same checkpoint for a model that is loaded from another source. */
    public Checkpoint withSource(ModelSource other) {
        return new Checkpoint(
                family, other, maxLen, headMaxLen, temperatures, positionLimit, modelName, languages, tokenizer);
    }
}
