// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Optional;

/**
 * Which checkpoint answered, and why.
 *
 * @param repo public repository id of the checkpoint, or the configured source; never a path of the host
 * @param reason a sentence that names the evidence
 * @param detection present only where the state was read
 * @param workflow typed-decisions workflow whose question ids these are, even where it did not route
 */
public record Routing(
        CheckpointName model, String repo, String reason, Optional<Detection> detection, Optional<String> workflow) {}
