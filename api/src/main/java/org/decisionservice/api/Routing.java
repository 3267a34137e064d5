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
 * @param languageSupported false if the checkpoint does not read the language of the state, or if there is nothing to
 *     read; true also where the language is not known
 */
public record Routing(
        CheckpointName model,
        String repo,
        String reason,
        Optional<Detection> detection,
        Optional<String> workflow,
        boolean languageSupported) {

    /** Of a state that the checkpoint can read, as far as anybody knows. */
    public Routing(
            CheckpointName model,
            String repo,
            String reason,
            Optional<Detection> detection,
            Optional<String> workflow) {
        this(model, repo, reason, detection, workflow, true);
    }

    /** The same with what is known of the language. */
    public Routing withLanguageSupported(boolean supported) {
        return new Routing(model, repo, reason, detection, workflow, supported);
    }
}
