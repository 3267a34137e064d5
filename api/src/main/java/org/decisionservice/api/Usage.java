// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;

/**
 * Token accounting of one state. All counts are tokens of the answering checkpoint's tokenizer.
 *
 * @param inputTokens sum of the lengths of the state's rows, one row per question, or more where a choice is split
 * @param stateTokens what the whole serialized state needs
 * @param stateTokensDropped what the worst-off question did not get of it
 * @param truncatedQuestions ids of the questions whose window was cut
 * @param collapsedOptions by question id, where fewer distinct option spans than options remained
 */
public record Usage(
        int inputTokens,
        int stateTokens,
        int stateTokensDropped,
        List<String> truncatedQuestions,
        SequencedMap<String, CollapsedOptions> collapsedOptions) {
    public Usage {
        truncatedQuestions = List.copyOf(truncatedQuestions);
        collapsedOptions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(collapsedOptions));
    }

    public boolean truncated() {
        return stateTokensDropped > 0;
    }

    /**
     * Options of a question that can no longer be told apart.
     *
     * @param total options the question defines
     * @param distinct option spans that still differ after shortening
     * @param tokensPerOption the cut that was applied to each option; empty where none was
     */
    public record CollapsedOptions(int total, int distinct, OptionalInt tokensPerOption) {}
}
