// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.util.Optional;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.Detection;

/**
 * Where a state goes.
 *
 * @param reason a sentence that names the evidence the choice acted on
 * @param detection present exactly where the state was read
 * @param workflow typed-decisions workflow whose question ids these are, even where it did not route; empty where
 *     {@code model} or {@code task} decided
 */
public record Route(
        CheckpointName checkpoint, String reason, Optional<Detection> detection, Optional<String> workflow) {}
