// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.Trim;

/**
 * A question set that the typed-decisions checkpoint was trained on.
 *
 * @param name as clients write it
 * @param questionIds in no order
 */
record Workflow(String name, Set<String> questionIds) {
    private static final List<Workflow> ALL = List.of(
            new Workflow("agent_trace_observability", Set.of("action", "needs_review", "outcome", "risk", "urgency")),
            new Workflow("customer_service", Set.of("action", "category", "churn_risk", "needs_human", "urgency")),
            new Workflow(
                    "invoice_processing",
                    Set.of("discrepancy_severity", "disposition", "duplicate", "matches_order", "urgency")),
            new Workflow(
                    "security_incidents",
                    Set.of("credential_compromise", "disposition", "severity", "true_positive", "urgency")));

    Workflow {
        questionIds = Set.copyOf(questionIds);
    }

    /**
     * The workflow with exactly these question ids. A superset does not count, because other clients may use an id such
     * as {@code urgency} too.
     */
    static Optional<Workflow> of(Set<String> questionIds) {
        return ALL.stream()
                .filter(workflow -> workflow.questionIds.equals(questionIds))
                .findFirst();
    }

    /** The workflow with this name, trimmed and ignoring case; dashes count as underscores. */
    static Optional<Workflow> named(String text) {
        String name = Trim.ascii(text).toLowerCase(Locale.ROOT).replace('-', '_');
        return ALL.stream().filter(workflow -> workflow.name.equals(name)).findFirst();
    }
}
