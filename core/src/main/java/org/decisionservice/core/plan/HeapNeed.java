// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.SequencedMap;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.packing.WindowAllowance;
import org.decisionservice.core.text.OptionTexts;

/**
 * Adds up the heap that a request takes from its packing until its answer is written. It is an estimate of the most,
 * from what is known before anything is tokenized. For one thread.
 */
final class HeapNeed {
    /** The objects of any request, and an answer that is short enough to be kept as bytes. */
    private static final long REQUEST = 32 * 1024;

    private static final long CHARACTER = 2;

    /** A row in its batch and its pass, its logits, its usage and its answer. */
    private static final long ROW = 1024;

    /** The logit, the probability and the label of an option. */
    private static final long OPTION = 32;

    /** An option of a question, without its characters: as it was read, rendered and tokenized, once for all states. */
    private static final long ASKED_OPTION = 256;

    /** A token of a state that rows show. */
    private static final long TOKEN = 4;

    /** A token of a state that is read in windows, with its place in the text, or that is kept for another round. */
    private static final long KEPT_TOKEN = 16;

    /**
     * A character of a text that is being tokenized: copies of the text, and the tokens as the library returns them.
     */
    private static final long TOKENIZED_CHARACTER = 16;

    /** A number of the encoder's vectors, as the engine returns it and as it is decoded. */
    private static final long VECTOR_NUMBER = 4;

    private final SequencedMap<String, Question> questions;
    private final PackingOptions options;
    private final boolean windows;
    private long bytes = REQUEST;
    private long longest;

    HeapNeed(SequencedMap<String, Question> questions, Controls controls, PackingOptions options) {
        this.questions = questions;
        this.options = options;
        this.windows = options.allowance(controls).isPresent();
        questions.forEach((id, question) -> {
            add(id);
            add(question.instructions());
            OptionTexts.render(question).forEach(this::add);
            bytes += ASKED_OPTION * question.optionCount();
        });
        if (windows) {
            bytes += ROW * WindowAllowance.MOST;
        }
    }

    private void add(String text) {
        bytes += CHARACTER * text.length();
        longest = Math.max(longest, text.length());
    }

    /**
     * Adds a state.
     *
     * @param packer of its checkpoint
     * @param vectors numbers that the engine returns for each row; 0 if it is not asked for vectors
     */
    void add(State state, RowPacker packer, long vectors) {
        add(state.text());
        long length = state.text().length();
        bytes += windows || options.approach().hasRounds()
                ? KEPT_TOKEN * length
                : TOKEN * Math.min(length, packer.maxLen());
        for (Question question : questions.values()) {
            long rows = options.approach().mostRows(question, packer);
            bytes += rows * (ROW + VECTOR_NUMBER * vectors) + OPTION * question.optionCount();
        }
    }

    long bytes() {
        return bytes + TOKENIZED_CHARACTER * longest;
    }
}
