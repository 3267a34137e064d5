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
    private final int[] ids;
    private final int[] markers;
    private final int optionsEnd;
    private final OptionSpans options;

    private QuestionHead(String id, int type, int[] ids, int[] markers, int optionsEnd, OptionSpans options) {
        this.id = id;
        this.type = type;
        this.ids = ids;
        this.markers = markers;
        this.optionsEnd = optionsEnd;
        this.options = options;
    }

    /** As many tokens of the instructions as a head without options can hold; {@link #of} cuts them further. */
    static int[] instructions(Question question, Tokenizer tokenizer, Windows windows) {
        return tokenizer.encode(
                question.type().wireName() + " question: " + MaskText.without(question.instructions(), tokenizer),
                Math.max(SHORTEST_INSTRUCTIONS, windows.headMaxLen()));
    }

    /** @param most the result of {@link #instructions}, the same for every part of a question */
    static QuestionHead of(String id, Question question, int[] most, Tokenizer tokenizer, Windows windows) {
        OptionSpans options = OptionSpans.of(question, tokenizer, windows.headMaxLen());
        int budget = Math.max(SHORTEST_INSTRUCTIONS, windows.headMaxLen() - options.tokens());
        int[] instructions = Arrays.copyOf(most, Math.min(most.length, budget));
        SpecialTokens special = tokenizer.specialTokens();
        int[] ids = new int[instructions.length + options.tokens() + SPECIALS];
        int[] markers = new int[options.count()];
        ids[0] = special.cls();
        System.arraycopy(instructions, 0, ids, 1, instructions.length);
        ids[1 + instructions.length] = special.sep();
        options.write(ids, instructions.length + 2, special.mask(), markers);
        ids[ids.length - 1] = special.sep();
        refuseLostMarkers(id, markers, windows);
        int[] cut = Arrays.copyOf(ids, Math.min(ids.length, windows.maxLen()));
        int optionsEnd = Math.min(ids.length - 1, cut.length);
        return new QuestionHead(id, question.type().code(), cut, markers, optionsEnd, options);
    }

    private static void refuseLostMarkers(String id, int[] markers, Windows windows) {
        int fitting = 0;
        while (fitting < markers.length && markers[fitting] < windows.maxLen()) {
            fitting++;
        }
        if (fitting < markers.length) {
            throw new RefusedException(
                    Refusal.Kind.NO_ROOM,
                    List.of("questions", id),
                    "question " + Quote.of(id) + ": only " + fitting + " of its " + markers.length
                            + " options fit into max_len " + windows.maxLen() + " with head_max_len "
                            + windows.headMaxLen()
                            + "; lower head_max_len, raise max_len, or use fewer options");
        }
    }

    String id() {
        return id;
    }

    OptionSpans options() {
        return options;
    }

    /** Tokens of the state that fit after this head in a row of {@code maxLen} tokens. */
    int room(int maxLen) {
        return Math.max(0, maxLen - ids.length - 1);
    }

    /**
     * The row for {@code count} tokens of {@code state} starting at {@code first}, ending in SEP if that still fits.
     */
    Row row(int[] state, int first, int count, int sep, int maxLen) {
        int[] row = new int[Math.min(maxLen, ids.length + count + 1)];
        System.arraycopy(ids, 0, row, 0, ids.length);
        System.arraycopy(state, first, row, ids.length, count);
        if (row.length > ids.length) {
            row[row.length - 1] = sep;
        }
        return new Row(row, markers, optionsEnd, type);
    }
}
