// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.nio.IntBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.decisionservice.api.Question;
import org.decisionservice.api.Usage.CollapsedOptions;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.text.OptionTexts;

/**
 * The tokens of a question's options in slot order, without markers. Options are shortened if they would leave too
 * little of the head window to the instructions.
 */
final class OptionSpans {
    /** Most tokens that an option may have, even if nothing else needs shortening. */
    private static final int LONGEST = 48;

    /** Tokens that must remain for the instructions; if fewer would remain, the options are shortened. */
    static final int INSTRUCTIONS_SHARE = 16;

    /** Fewest tokens that a shortened option keeps, including the marker. */
    static final int SHORTEST_CUT = 4;

    private final List<IntBuffer> spans;
    private final OptionalInt tokensPerOption;

    private OptionSpans(List<IntBuffer> spans, OptionalInt tokensPerOption) {
        this.spans = spans;
        this.tokensPerOption = tokensPerOption;
    }

    static OptionSpans of(Question question, Tokenizer tokenizer, int headMaxLen) {
        List<IntBuffer> encoded = encoded(question, tokenizer);
        List<IntBuffer> spans = question.optionOrder()
                .map(order -> order.stream().map(encoded::get).toList())
                .orElse(encoded);
        var whole = new OptionSpans(spans, OptionalInt.empty());
        if (headMaxLen - whole.tokens() >= INSTRUCTIONS_SHARE) {
            return whole;
        }
        int cut = Math.max(SHORTEST_CUT, (headMaxLen - INSTRUCTIONS_SHARE) / spans.size());
        List<IntBuffer> shortened = spans.stream()
                .map(span -> span.slice(0, Math.min(span.limit(), cut - 1)))
                .toList();
        return new OptionSpans(shortened, OptionalInt.of(cut));
    }

    /** The tokens of each option, by option. */
    private static List<IntBuffer> encoded(Question question, Tokenizer tokenizer) {
        return OptionTexts.render(question).stream()
                .map(text -> IntBuffer.wrap(tokenizer.encode(" " + MaskText.without(text, tokenizer), LONGEST)))
                .toList();
    }

    /** The number of tokens of each option with its marker, by option, before any is shortened. */
    static List<Integer> sizes(Question question, Tokenizer tokenizer) {
        return encoded(question, tokenizer).stream()
                .map(span -> 1 + span.limit())
                .toList();
    }

    int count() {
        return spans.size();
    }

    /** Tokens of all options together, including markers. */
    int tokens() {
        int sum = spans.size();
        for (IntBuffer span : spans) {
            sum += span.limit();
        }
        return sum;
    }

    /**
     * Writes all options into {@code ids} starting at {@code at}, each after a {@code mask}, and records the positions
     * of the masks in {@code markers}.
     */
    void write(int[] ids, int at, int mask, int[] markers) {
        int next = at;
        for (int slot = 0; slot < spans.size(); slot++) {
            IntBuffer span = spans.get(slot);
            markers[slot] = next;
            ids[next++] = mask;
            span.get(0, ids, next, span.limit());
            next += span.limit();
        }
    }

    /** How many options of a question can still be told apart, whether or not any collapsed. */
    static CollapsedOptions distinctness(List<OptionSpans> parts) {
        Set<IntBuffer> distinct = new HashSet<>();
        int total = 0;
        for (OptionSpans part : parts) {
            distinct.addAll(part.spans);
            total += part.count();
        }
        return new CollapsedOptions(total, distinct.size(), parts.getFirst().tokensPerOption);
    }
}
