// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.State;
import org.decisionservice.api.Usage;
import org.decisionservice.api.Usage.CollapsedOptions;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.text.StateText;
import org.decisionservice.engine.spi.Row;

/** The questions of a request, tokenized and ready for any number of states. Immutable. */
public final class PackedQuestions {
    private final List<QuestionHead> heads;
    private final List<QuestionRows> questions;
    private final Tokenizer tokenizer;
    private final int maxLen;
    private final SequencedMap<String, CollapsedOptions> collapsed;

    /**
     * @param heads one per row of a state
     * @param questions which of those rows belong to which question, at least one each
     */
    PackedQuestions(List<QuestionHead> heads, List<QuestionRows> questions, Tokenizer tokenizer, int maxLen) {
        this.heads = List.copyOf(heads);
        this.questions = List.copyOf(questions);
        this.tokenizer = tokenizer;
        this.maxLen = maxLen;
        this.collapsed = new LinkedHashMap<>();
        for (QuestionRows question : questions) {
            if (!question.asked().repeats()) {
                collapsed.merge(question.id(), distinctness(question), CollapsedOptions::and);
            }
        }
        collapsed.values().removeIf(options -> options.distinct() == options.total());
    }

    /** Which rows of a state belong to which question, in row order. */
    public List<QuestionRows> questions() {
        return questions;
    }

    /**
     * The rows of every question over {@code state}, which is tokenized once, or not at all if there are no questions.
     */
    public PackedState pack(State state) {
        if (heads.isEmpty()) {
            return new PackedState(List.of(), new Usage(0, 0, 0, List.of(), new LinkedHashMap<>()));
        }
        int[] tokens = tokenizer.encode(MaskText.without(StateText.render(state), tokenizer));
        boolean keepEnd = keepsEnd(state);
        List<Row> rows = new ArrayList<>(heads.size());
        SequencedSet<String> truncated = new LinkedHashSet<>();
        int inputTokens = 0;
        int worstDropped = 0;
        for (QuestionHead head : heads) {
            int used = Math.min(tokens.length, head.room(maxLen));
            int dropped = tokens.length - used;
            Row row = head.row(
                    tokens,
                    keepEnd ? dropped : 0,
                    used,
                    tokenizer.specialTokens().sep(),
                    maxLen);
            rows.add(row);
            inputTokens += row.length();
            worstDropped = Math.max(worstDropped, dropped);
            if (dropped > 0) {
                truncated.add(head.id());
            }
        }
        return new PackedState(
                rows, new Usage(inputTokens, tokens.length, worstDropped, List.copyOf(truncated), collapsed));
    }

    /** In an array, such as a conversation, the end matters most; in anything else, the beginning. */
    private static boolean keepsEnd(State state) {
        return state instanceof State.Json(JsonValue.JsonArray _);
    }

    /** How many options of a question can still be told apart. */
    CollapsedOptions distinctness(QuestionRows question) {
        return OptionSpans.distinctness(
                question.rows().of(heads).stream().map(QuestionHead::options).toList());
    }
}
