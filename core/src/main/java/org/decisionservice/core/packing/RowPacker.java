// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointConfig;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.engine.spi.OptionLayout;

/** Packs questions for one checkpoint, within the windows of one request. */
public final class RowPacker {
    private final Tokenizer tokenizer;
    private final Windows windows;
    private final boolean splits;
    private final Optional<WindowAllowance> allowance;
    private final OptionLayout layout;

    private RowPacker(
            Tokenizer tokenizer,
            Windows windows,
            boolean splits,
            Optional<WindowAllowance> allowance,
            OptionLayout layout) {
        this.tokenizer = tokenizer;
        this.layout = layout;
        this.windows = windows;
        this.splits = splits;
        this.allowance = allowance;
    }

    /** A packer that makes one row for every question. */
    public static RowPacker of(Checkpoint checkpoint, Controls controls) {
        return of(checkpoint, controls, false, Optional.empty());
    }

    /**
     * Creates a packer with the request's windows, or the checkpoint's if the request sets none.
     *
     * @param splits whether a choice with more options than a row is certain to hold gets several rows
     * @param allowance windows that states too long for a row are read in; empty cuts such states
     * @throws RefusedException INVALID if {@code max_len} exceeds the positions of the checkpoint
     */
    public static RowPacker of(
            Checkpoint checkpoint, Controls controls, boolean splits, Optional<WindowAllowance> allowance) {
        CheckpointConfig config = checkpoint.config();
        int maxLen = controls.maxLen().orElse(config.maxLen());
        config.positionLimit().ifPresent(limit -> {
            if (maxLen > limit) {
                throw new RefusedException(
                        Refusal.Kind.INVALID,
                        List.of("max_len"),
                        "'max_len' is " + maxLen + ", but the checkpoint that answers has positions for " + limit
                                + " tokens; lower max_len to " + limit + " or less");
            }
        });
        return new RowPacker(
                checkpoint.tokenizer(),
                new Windows(maxLen, controls.headMaxLen().orElse(config.headMaxLen())),
                splits,
                allowance,
                checkpoint.source().config().optionLayout());
    }

    /** Whether the order of options in a row can change what the model says about them. */
    public boolean ordersMatter() {
        return layout == OptionLayout.SEQUENTIAL;
    }

    /** The same packer for a request with several rounds: it keeps the tokens of every text. Not thread-safe. */
    public RowPacker remembering() {
        return new RowPacker(new RememberingTokenizer(tokenizer), windows, splits, allowance, layout);
    }

    /** Packs each question as the client asked it. */
    public PackedQuestions pack(SequencedMap<String, Question> questions) {
        List<Asked> asked = new ArrayList<>(questions.size());
        questions.forEach((id, question) -> asked.add(Asked.whole(id, question)));
        return pack(asked);
    }

    /**
     * Tokenizes the questions.
     *
     * @param questions in the order of their rows; may be empty
     * @throws RefusedException NO_ROOM naming the first question whose options do not all fit
     */
    public PackedQuestions pack(List<Asked> questions) {
        List<QuestionHead> heads = new ArrayList<>(questions.size());
        List<QuestionRows> rows = new ArrayList<>(questions.size());
        for (Asked asked : questions) {
            int[] instructions = QuestionHead.instructions(asked.question(), tokenizer, windows);
            List<Question> parts = parts(asked.question());
            rows.add(new QuestionRows(asked, new RowRange(heads.size(), parts.size())));
            for (Question part : parts) {
                heads.add(QuestionHead.of(asked.id(), part, instructions, tokenizer, windows));
            }
        }
        return new PackedQuestions(heads, rows, tokenizer, allowance);
    }

    /** What the options of {@code question} take in the head window, before any is shortened. */
    public OptionSizes sizes(Question question) {
        return OptionSizes.of(question, tokenizer, windows);
    }

    /**
     * The question itself, or the parts of a choice, which leave the state as much room as an ordinary question does.
     */
    private List<Question> parts(Question question) {
        int surelyHeld = (windows.maxLen() - QuestionHead.SPECIALS - QuestionHead.SHORTEST_INSTRUCTIONS)
                / OptionSpans.SHORTEST_CUT;
        if (!splits || !(question instanceof Question.Choice choice) || choice.optionCount() <= surelyHeld) {
            return List.of(question);
        }
        int most = Math.max(1, (windows.headMaxLen() - OptionSpans.INSTRUCTIONS_SHARE) / OptionSpans.SHORTEST_CUT);
        return ChoiceParts.of(choice, Math.ceilDiv(choice.optionCount(), most));
    }
}
