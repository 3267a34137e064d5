// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Optional;

/**
 * Which checkpoint answered, and why.
 *
 * @param repo public repository id of the checkpoint, or the configured source; never a path on the host
 * @param reason a sentence that names the evidence
 * @param detection present only if language detection ran on the state
 * @param workflow typed-decisions workflow that has these question ids, even if it did not decide the route
 */
public record Routing(
        CheckpointName model, String repo, String reason, Optional<Detection> detection, Optional<String> workflow) {}
