// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.core.text.Quote;
import org.decisionservice.host.DecisionService;

/**
 * Logs what was cut off a state and for which questions, because answers under the strict projection do not tell the
 * client.
 */
public final class TruncationLog {
    private static final System.Logger LOG = System.getLogger(TruncationLog.class.getName());

    private TruncationLog() {}

    /** The log of answers in this format; empty if they say themselves what was cut off. */
    public static Optional<TruncationLog> of(DecisionFormat format) {
        return format.reportsTruncation() ? Optional.empty() : Optional.of(new TruncationLog());
    }

    /** Logs what was cut off. */
    public void record(String requestId, DecisionService.Decision decision) {
        List<DecisionResponse> responses = decision.responses();
        for (int i = 0; i < responses.size(); i++) {
            Usage usage = responses.get(i).usage();
            if (usage.truncated()) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "request {0}: state {1} lost {2} of {3} tokens for {4} question(s): {5}",
                        Quote.field(requestId),
                        decision.parsed().positions().get(i),
                        usage.stateTokensDropped(),
                        usage.stateTokens(),
                        usage.truncatedQuestions().size(),
                        usage.truncatedQuestions().stream().map(Quote::field).collect(Collectors.joining(", ")));
            }
        }
    }
}
