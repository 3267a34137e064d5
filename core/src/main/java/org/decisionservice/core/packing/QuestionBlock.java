// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.nio.IntBuffer;
import java.util.List;
import java.util.OptionalInt;
import org.decisionservice.api.Question;
import org.decisionservice.core.checkpoint.SpecialTokens;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.text.Prompt;

/**
 * A question among several of a row, which is not shortened: instructions, options after their markers, SEP.
 *
 * @param type code of its type
 * @param options the tokens of each, without its marker, in slot order
 */
record QuestionBlock(int type, IntBuffer instructions, List<IntBuffer> options) implements ShownQuestion {
    QuestionBlock {
        options = List.copyOf(options);
    }

    /** @param maxLen tokens of the longest row, beyond which instructions need not be known */
    static QuestionBlock of(Question question, Tokenizer tokenizer, Prompt prompt, int maxLen) {
        return new QuestionBlock(
                question.type().code(),
                IntBuffer.wrap(QuestionHead.instructions(question, tokenizer, prompt, maxLen)),
                QuestionHead.optionsBySlot(question, tokenizer, prompt));
    }

    /** Number of tokens. */
    int length() {
        int length = instructions.limit() + 1;
        for (IntBuffer option : options) {
            length += 1 + option.limit();
        }
        return length;
    }

    /** Writes the tokens to {@code ids}, from {@code start} on, and the places of the options' markers. */
    void write(int[] ids, int start, IntBuffer markers, SpecialTokens special) {
        IntBuffer row = IntBuffer.wrap(ids).position(start).put(instructions.duplicate());
        for (IntBuffer option : options) {
            markers.put(row.position());
            row.put(special.mask()).put(option.duplicate());
        }
        row.put(special.sep());
    }

    @Override
    public int instructionTokens() {
        return instructions.limit();
    }

    @Override
    public List<Integer> optionTokens() {
        return options.stream().map(IntBuffer::limit).toList();
    }

    @Override
    public OptionalInt tokensPerOption() {
        return OptionalInt.empty();
    }
}
