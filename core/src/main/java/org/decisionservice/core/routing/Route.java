// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.util.Optional;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.Detection;

/**
 * The checkpoint chosen for a state.
 *
 * @param reason a sentence that names the evidence for the choice
 * @param detection present if and only if the state was examined
 * @param workflow typed-decisions workflow that has these question ids, even if it did not decide the route; empty if
 *     {@code model} or {@code task} decided
 */
public record Route(
        CheckpointName checkpoint, String reason, Optional<Detection> detection, Optional<String> workflow) {}
