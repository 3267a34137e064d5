// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Rows and tokens that the answer about one state would take, and cuts, before anything is computed. Of questions with
 * {@linkplain PlannedQuestion#moreRounds more rounds}, the first is counted: what comes after it depends on its logits.
 *
 * @param usage that the answer would report
 * @param routing that the answer would report; empty if a single local checkpoint answers everything
 * @param questions by id, in the client's order
 * @param rows that would be computed; equal ones count once
 * @param passes that these rows would take if no other request shares them
 */
public record RequestPlan(
        Usage usage, Optional<Routing> routing, SequencedMap<String, PlannedQuestion> questions, int rows, int passes) {
    public RequestPlan {
        questions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(questions));
    }

    /** The same about a state that was cleaned. */
    public RequestPlan with(Cleaning cleaning) {
        return new RequestPlan(usage.with(cleaning), routing, questions, rows, passes);
    }

    /**
     * A text of a question.
     *
     * @param tokens of the whole text, or {@value #MOST_COUNTED} if there are more
     * @param kept fewest tokens of it that a row of the question shows
     */
    public record Text(int tokens, int kept) {
        /** Tokens that are counted of a text. */
        public static final int MOST_COUNTED = 8192;
    }

    /**
     * A question as rows would show it.
     *
     * @param instructions with the name of the type before them
     * @param options in the order of the criteria, of a noul false before true, each without its marker
     * @param room tokens of a state that fit beside the question in a row
     * @param stateTokensDropped tokens of the state that the rows would leave out
     * @param rows that show the question; equal ones count each
     * @param windows of the state among these rows; 0 if it is not read in windows
     * @param sentences of the state among these rows
     * @param moreRounds whether the answer takes further rows, which depend on the logits of these
     */
    public record PlannedQuestion(
            Text instructions,
            List<Text> options,
            int room,
            int stateTokensDropped,
            int rows,
            int windows,
            int sentences,
            boolean moreRounds) {
        public PlannedQuestion {
            options = List.copyOf(options);
        }
    }
}
