// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.exchange;

import java.util.List;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Usage;

/** Under the strict projection clients are not told what was cut off their state, so the log is. */
public final class TruncationLog {
    private static final System.Logger LOG = System.getLogger(TruncationLog.class.getName());

    private final boolean enabled;

    /** {@code enabled} where the answers do not say it themselves. */
    public TruncationLog(boolean enabled) {
        this.enabled = enabled;
    }

    void record(String requestId, List<DecisionResponse> responses) {
        if (!enabled) {
            return;
        }
        for (int i = 0; i < responses.size(); i++) {
            Usage usage = responses.get(i).usage();
            if (usage.truncated()) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "request {0}: state {1} lost {2} of {3} tokens for {4} question(s)",
                        requestId,
                        i,
                        usage.stateTokensDropped(),
                        usage.stateTokens(),
                        usage.truncatedQuestions().size());
            }
        }
    }
}
