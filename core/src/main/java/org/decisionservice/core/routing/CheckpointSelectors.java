// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.util.Locale;
import java.util.Optional;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.CheckpointSelector;
import org.decisionservice.api.Trim;

/**
 * Resolves the {@code model} and {@code task} controls of a request.
 *
 * @param names that the deployment knows
 */
public record CheckpointSelectors(CheckpointNames names) {

    /**
     * The checkpoint that a {@code model} text selects: a name, an alias or a published hub id, trimmed and ignoring
     * case. If empty, the router chooses: this applies to the ids of the upstream contract and to the hub id of the
     * bundle, which does not name a single checkpoint.
     */
    public Optional<CheckpointSelector> byModel(String text) {
        Optional<CheckpointName> name = switch (Trim.ascii(text).toLowerCase(Locale.ROOT)) {
            case "convaiinnovations/laya-multilingual" -> Optional.of(CheckpointName.MULTILINGUAL);
            case "convaiinnovations/laya-typed-decisions" -> Optional.of(CheckpointName.TYPED_DECISIONS);
            default -> names.find(text);
        };
        return name.map(checkpoint -> new CheckpointSelector(text, checkpoint));
    }

    /**
     * Whether a {@code model} text asks for what happens without one: the names under which lists of models show the
     * router, and the hub id of the bundle.
     */
    public static boolean namesTheRouter(String text) {
        return switch (Trim.ascii(text).toLowerCase(Locale.ROOT)) {
            case "auto", "jev-latest", "convaiinnovations/laya" -> true;
            default -> false;
        };
    }

    /**
     * The checkpoint that a {@code task} text forces: a workflow's, a name or an alias. A workflow comes before a name
     * that a deployment has added. Empty means: unknown.
     */
    public Optional<CheckpointSelector> byTask(String text) {
        return CheckpointNames.ROUTED
                .find(text)
                .or(() -> Workflow.named(text).map(workflow -> CheckpointName.TYPED_DECISIONS))
                .or(() -> names.find(text))
                .map(checkpoint -> new CheckpointSelector(text, checkpoint));
    }
}
