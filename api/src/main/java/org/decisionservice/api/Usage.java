// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;

/**
 * Token accounting of one state. All counts are in tokens of the tokenizer of the checkpoint that answered.
 *
 * @param inputTokens sum of the lengths of the state's rows; one row per question, or several if a choice is
 *     split or the state is read in windows
 * @param stateTokens length of the whole serialized state
 * @param stateTokensDropped tokens of the state left out for the question with the least room
 * @param truncatedQuestions ids of the questions whose window was cut
 * @param collapsedOptions by question id, for questions with fewer distinct option spans than options
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
     * A question with options that can no longer be told apart.
     *
     * @param total options the question defines
     * @param distinct option spans that still differ after shortening
     * @param tokensPerOption length that each option was cut to; empty if none was cut
     */
    public record CollapsedOptions(int total, int distinct, OptionalInt tokensPerOption) {}
}
