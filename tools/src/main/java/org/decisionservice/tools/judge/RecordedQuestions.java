// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import org.decisionservice.api.CheckpointNames;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.contract.request.RequestRules;

/** Reads questions that a service has answered, whichever contract it spoke. */
final class RecordedQuestions {
    /** The rules that refuse least; what was answered was valid under others. */
    static final RequestReader READER =
            new RequestReader(CheckpointNames.ROUTED, WireOptions.DEFAULTS.maxTokenBudget(), RequestRules.CONTRACT);

    private RecordedQuestions() {}
}
