// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.util.Locale;
import java.util.Optional;
import org.decisionservice.api.CheckpointName;

/** Resolves the {@code model} and {@code task} controls of a request. */
public final class CheckpointSelectors {

    private CheckpointSelectors() {}

    /**
     * The checkpoint that a {@code model} text selects: a name, an alias or a published hub id, trimmed and ignoring
     * case. If empty, the router chooses: this applies to the ids of the upstream contract and to the hub id of the
     * bundle, which does not name a single checkpoint.
     */
    public static Optional<CheckpointName> byModel(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "convaiinnovations/laya-multilingual" -> Optional.of(CheckpointName.MULTILINGUAL);
            case "convaiinnovations/laya-typed-decisions" -> Optional.of(CheckpointName.TYPED_DECISIONS);
            default -> CheckpointName.find(text);
        };
    }

    /** The checkpoint that a {@code task} text selects, as a workflow, a name or an alias. Empty if it is unknown. */
    public static Optional<CheckpointName> byTask(String text) {
        return CheckpointName.find(text).or(() -> Workflow.named(text).map(workflow -> CheckpointName.TYPED_DECISIONS));
    }
}
