// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.judge;

import org.decisionservice.api.CheckpointNames;
import org.decisionservice.server.exchange.WireOptions;
import org.decisionservice.server.request.RequestReader;
import org.decisionservice.server.request.RequestRules;

/** Reads questions that a service has answered, whichever contract it spoke. */
final class RecordedQuestions {
    /** The rules that refuse least; what was answered was valid under others. */
    static final RequestReader READER =
            new RequestReader(CheckpointNames.ROUTED, WireOptions.DEFAULTS.maxTokenBudget(), RequestRules.CONTRACT);

    private RecordedQuestions() {}
}
