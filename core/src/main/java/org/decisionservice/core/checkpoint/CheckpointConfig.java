// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of a checkpoint that determine rows and answers. Window sizes are in tokens.
 *
 * @param maxLen longest row, at least 1; a request may override it
 * @param headMaxLen tokens shared by instructions and options, at least 1; a request may override it
 * @param temperatures what the logits are divided by
 * @param positionLimit longest row that the encoder has positions for; empty if positions are computed
 * @param modelName the name in its configuration, if any
 */
public record CheckpointConfig(
        int maxLen, int headMaxLen, Temperatures temperatures, OptionalInt positionLimit, Optional<String> modelName) {}
