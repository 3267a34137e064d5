// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.Arrays;
import java.util.List;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.SpecialTokens;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.text.Quote;
import org.decisionservice.engine.spi.Row;

/** The part of a row that is the same for all states: CLS, instructions, SEP, options after their markers, SEP. */
final class QuestionHead {
    /** Fewest tokens that the instructions keep, however many the options need. */
    static final int SHORTEST_INSTRUCTIONS = 8;

    /** CLS, the SEP after the instructions and the SEP after the options. */
    static final int SPECIALS = 3;

    private final String id;
    private final int type;
    private final int[] instructions;
    private final int instructionsCount;
    private final OptionSpans options;
    private final SpecialTokens special;
    private final int maxLen;

    private QuestionHead(
            String id,
            int type,
            int[] instructions,
            int instructionsCount,
            OptionSpans options,
            SpecialTokens special,
            int maxLen) {
        this.id = id;
        this.type = type;
        this.instructions = instructions;
        this.instructionsCount = instructionsCount;
        this.options = options;
        this.special = special;
        this.maxLen = maxLen;
    }

    /** As many tokens of the instructions as a head without options can hold; {@link #of} cuts them further. */
    static int[] instructions(Question question, Tokenizer tokenizer, Windows windows) {
        return tokenizer.encode(
                question.type().wireName() + " question: " + MaskText.without(question.instructions(), tokenizer),
                Math.max(SHORTEST_INSTRUCTIONS, windows.headMaxLen()));
    }

    /** @param most the result of {@link #instructions}, the same for every part of a question; not copied */
    static QuestionHead of(String id, Question question, int[] most, Tokenizer tokenizer, Windows windows) {
        OptionSpans options = OptionSpans.of(question, tokenizer, windows.headMaxLen());
        int budget = Math.max(SHORTEST_INSTRUCTIONS, windows.headMaxLen() - options.tokens());
        QuestionHead head = new QuestionHead(
                id,
                question.type().code(),
                most,
                Math.min(most.length, budget),
                options,
                tokenizer.specialTokens(),
                windows.maxLen());
        head.refuseLostMarkers(windows);
        return head;
    }

    private void refuseLostMarkers(Windows windows) {
        int fitting = 0;
        for (int marker : write(new int[wholeLength()])) {
            fitting += marker < maxLen ? 1 : 0;
        }
        if (fitting < options.count()) {
            throw new RefusedException(
                    Refusal.Kind.NO_ROOM,
                    List.of("questions", id),
                    "question " + Quote.of(id) + ": only " + fitting + " of its " + options.count()
                            + " options fit into max_len " + windows.maxLen() + " with head_max_len "
                            + windows.headMaxLen()
                            + "; lower head_max_len, raise max_len, or use fewer options");
        }
    }

    /** Number of tokens before any is cut off. */
    private int wholeLength() {
        return instructionsCount + options.tokens() + SPECIALS;
    }

    /** Number of tokens. */
    private int length() {
        return Math.min(wholeLength(), maxLen);
    }

    /** Writes the head, uncut, to the beginning of {@code ids}, and returns the positions of its markers. */
    private int[] write(int[] ids) {
        int[] markers = new int[options.count()];
        ids[0] = special.cls();
        System.arraycopy(instructions, 0, ids, 1, instructionsCount);
        ids[1 + instructionsCount] = special.sep();
        options.write(ids, instructionsCount + 2, special.mask(), markers);
        ids[wholeLength() - 1] = special.sep();
        return markers;
    }

    String id() {
        return id;
    }

    OptionSpans options() {
        return options;
    }

    /** Tokens of the state that fit after this head. */
    int room() {
        return Math.max(0, maxLen - length() - 1);
    }

    /** The length of a row with {@code count} tokens of a state. */
    int rowLength(int count) {
        return Math.min(maxLen, length() + count + 1);
    }

    /** The row for {@code count} tokens of {@code state} from {@code first} on, ending in SEP if that still fits. */
    Row row(int[] state, int first, int count) {
        int length = length();
        int[] ids = new int[Math.max(wholeLength(), rowLength(count))];
        int[] markers = write(ids);
        System.arraycopy(state, first, ids, length, count);
        int[] row = Arrays.copyOf(ids, rowLength(count));
        if (row.length > length) {
            row[row.length - 1] = special.sep();
        }
        return new Row(row, markers, Math.min(wholeLength() - 1, length), type).withState(length, length + count);
    }
}
