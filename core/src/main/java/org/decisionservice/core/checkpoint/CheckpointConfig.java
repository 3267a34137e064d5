// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a checkpoint's configuration says about rows and answers. Window sizes are in tokens.
 *
 * @param maxLen longest row unless the request says otherwise, at least 1
 * @param headMaxLen what instructions and options share unless the request says otherwise, at least 1
 * @param temperatures what logits are divided by
 * @param positionLimit longest row the encoder has positions for; empty where positions are computed
 * @param modelName the name its maker gave it, if any
 */
public record CheckpointConfig(
        int maxLen, int headMaxLen, Temperatures temperatures, OptionalInt positionLimit, Optional<String> modelName) {}
