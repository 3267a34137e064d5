// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SequencedSet;

/**
 * Token accounting of one state. All counts are in tokens of the tokenizer of the checkpoint that answered.
 *
 * @param inputTokens sum of the lengths of the state's rows; one row per question, or for all of them if the model
 *     reads them together, or several for a choice that takes more, or if the state is read in windows
 * @param stateTokens length of the whole serialized state
 * @param stateTokensDropped tokens of the state left out for the question with the least room
 * @param truncatedQuestions ids of the questions whose window was cut
 * @param collapsedOptions by question id, for questions with fewer distinct option spans than options
 * @param cleaning what was taken out of the state before; empty if nobody asked for that
 */
public record Usage(
        int inputTokens,
        int stateTokens,
        int stateTokensDropped,
        List<String> truncatedQuestions,
        SequencedMap<String, CollapsedOptions> collapsedOptions,
        Optional<Cleaning> cleaning) {
    public Usage {
        truncatedQuestions = List.copyOf(truncatedQuestions);
        collapsedOptions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(collapsedOptions));
    }

    /** The usage of a state that nobody asked to clean. */
    public Usage(
            int inputTokens,
            int stateTokens,
            int stateTokensDropped,
            List<String> truncatedQuestions,
            SequencedMap<String, CollapsedOptions> collapsedOptions) {
        this(inputTokens, stateTokens, stateTokensDropped, truncatedQuestions, collapsedOptions, Optional.empty());
    }

    /** The same of a state that was cleaned. */
    public Usage with(Cleaning done) {
        return new Usage(
                inputTokens, stateTokens, stateTokensDropped, truncatedQuestions, collapsedOptions, Optional.of(done));
    }

    public boolean truncated() {
        return stateTokensDropped > 0;
    }

    /** The tokens of this and of later rows about the same state; what did not fit is the worst of both. */
    public Usage and(Usage later) {
        SequencedSet<String> truncated = new LinkedHashSet<>(truncatedQuestions);
        truncated.addAll(later.truncatedQuestions);
        SequencedMap<String, CollapsedOptions> collapsed = new LinkedHashMap<>(collapsedOptions);
        later.collapsedOptions.forEach(collapsed::putIfAbsent);
        return new Usage(
                inputTokens + later.inputTokens,
                stateTokens,
                Math.max(stateTokensDropped, later.stateTokensDropped),
                List.copyOf(truncated),
                collapsed,
                cleaning);
    }

    /**
     * A question with options that can no longer be told apart.
     *
     * @param total options the question defines
     * @param distinct option spans that still differ after shortening
     * @param tokensPerOption length that each option was cut to; empty if none was cut
     */
    public record CollapsedOptions(int total, int distinct, OptionalInt tokensPerOption) {

        /** These options and others of the same question, which are shown apart from them. */
        public CollapsedOptions and(CollapsedOptions others) {
            return new CollapsedOptions(
                    total + others.total,
                    distinct + others.distinct,
                    tokensPerOption.isPresent() ? tokensPerOption : others.tokensPerOption);
        }
    }
}
