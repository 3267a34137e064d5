// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of a service by its own account. If it has a key, only that it answers: the lists are empty then.
 *
 * @param status {@code ok} whenever the service answers
 * @param loaded names of the checkpoints whose weights are in memory
 * @param revisions what they were loaded from, by name
 * @param device where they compute, such as {@code cpu} or {@code cuda:0}
 */
public record Health(String status, List<String> loaded, Map<String, String> revisions, Optional<String> device) {
    public Health {
        loaded = List.copyOf(loaded);
        revisions = Map.copyOf(revisions);
    }
}
