package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointConfig;
import org.decisionservice.core.checkpoint.Tokenizer;

/** Packs questions for one checkpoint within the windows of one request. */
public final class RowPacker {
    private final Tokenizer tokenizer;
    private final Windows windows;

    private RowPacker(Tokenizer tokenizer, Windows windows) {
        this.tokenizer = tokenizer;
        this.windows = windows;
    }

    /**
     * The windows are the request's where it sets them, else the checkpoint's.
     *
     * @throws RefusedException INVALID where {@code max_len} is more than the checkpoint has positions for
     */
    public static RowPacker of(Checkpoint checkpoint, Controls controls) {
        CheckpointConfig config = checkpoint.config();
        int maxLen = controls.maxLen().orElse(config.maxLen());
        config.positionLimit().ifPresent(limit -> {
            if (maxLen > limit) {
                throw new RefusedException(
                        Refusal.Kind.INVALID,
                        "'max_len' is " + maxLen + ", but the checkpoint that answers has positions for " + limit
                                + " tokens; lower max_len to " + limit + " or less");
            }
        });
        return new RowPacker(
                checkpoint.tokenizer(),
                new Windows(maxLen, controls.headMaxLen().orElse(config.headMaxLen())));
    }

    /**
     * Tokenizes the questions.
     *
     * @param questions by id, in the client's order; may be empty
     * @throws RefusedException INVALID naming the first question whose options do not all fit
     */
    public PackedQuestions pack(SequencedMap<String, Question> questions) {
        List<QuestionHead> heads = new ArrayList<>(questions.size());
        questions.forEach((id, question) -> heads.add(QuestionHead.of(id, question, tokenizer, windows)));
        return new PackedQuestions(heads, tokenizer, windows.maxLen());
    }
}
