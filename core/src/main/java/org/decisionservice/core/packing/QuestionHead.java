// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.SpecialTokens;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.text.OptionTexts;
import org.decisionservice.core.text.Prompt;
import org.decisionservice.core.text.Quote;
import org.decisionservice.engine.spi.Row;

/**
 * The part of a row that is the same for all states: CLS, instructions, SEP, options after their markers, SEP. Options
 * are shortened if they would leave too few tokens to the instructions, which get what the options leave.
 */
final class QuestionHead implements RowHead, ShownQuestion {
    /** Fewest tokens that the instructions keep, however many the options need. */
    static final int SHORTEST_INSTRUCTIONS = 8;

    /** Tokens that must remain for the instructions; if fewer would remain, the options are shortened. */
    static final int INSTRUCTIONS_SHARE = 16;

    /** Fewest tokens that a shortened option keeps, including its marker. */
    static final int SHORTEST_OPTION = 4;

    /** CLS, the SEP after the instructions and the SEP after the options. */
    static final int SPECIALS = 3;

    private final String id;
    private final int type;
    private final int[] instructions;
    private final int instructionsCount;
    /** The tokens of each option, without its marker, in slot order. */
    private final List<IntBuffer> options;
    /** What each option was shortened to, including its marker; empty if none was. */
    private final OptionalInt tokensPerOption;

    private final SpecialTokens special;
    private final int maxLen;

    private QuestionHead(
            String id,
            int type,
            int[] instructions,
            int instructionsCount,
            List<IntBuffer> options,
            OptionalInt tokensPerOption,
            SpecialTokens special,
            int maxLen) {
        this.id = id;
        this.type = type;
        this.instructions = instructions;
        this.instructionsCount = instructionsCount;
        this.options = options;
        this.tokensPerOption = tokensPerOption;
        this.special = special;
        this.maxLen = maxLen;
    }

    /** As many tokens of the instructions as a head without options can hold; {@link #of} cuts them further. */
    static int[] instructions(Question question, Tokenizer tokenizer, Prompt prompt, int headMaxLen) {
        return first(Math.max(SHORTEST_INSTRUCTIONS, headMaxLen), question, tokenizer, prompt);
    }

    private static int[] first(int most, Question question, Tokenizer tokenizer, Prompt prompt) {
        return tokenizer.encode(tokenizer.specialTokens().without(prompt.instructions(question)), most);
    }

    /** The tokens of each option, without its marker, by option. */
    static List<IntBuffer> options(Question question, Tokenizer tokenizer, Prompt prompt) {
        return OptionTexts.render(question, prompt.wording()).stream()
                .map(text -> IntBuffer.wrap(option(prompt.longestOption(), text, tokenizer, prompt)))
                .toList();
    }

    /** The same in slot order. */
    static List<IntBuffer> optionsBySlot(Question question, Tokenizer tokenizer, Prompt prompt) {
        List<IntBuffer> options = options(question, tokenizer, prompt);
        return question.optionOrder()
                .map(order -> order.stream().map(options::get).toList())
                .orElse(options);
    }

    private static int[] option(int most, String text, Tokenizer tokenizer, Prompt prompt) {
        return tokenizer.encode(
                prompt.beforeOption() + tokenizer.specialTokens().without(text), most);
    }

    /**
     * Tokens of the whole instructions, and then those of each whole option, none counted further than {@code most}.
     */
    static IntStream wholeTexts(int most, Question question, Tokenizer tokenizer, Prompt prompt) {
        return IntStream.concat(
                IntStream.of(first(most, question, tokenizer, prompt).length),
                OptionTexts.render(question, prompt.wording()).stream()
                        .mapToInt(text -> option(most, text, tokenizer, prompt).length));
    }

    /**
     * The head of a question.
     *
     * @param instructions the result of {@link #instructions}, the same for every part of a question; not copied
     * @throws RefusedException NO_ROOM if its options do not all fit
     */
    static QuestionHead of(
            String id,
            Question question,
            int[] instructions,
            Tokenizer tokenizer,
            Prompt prompt,
            int maxLen,
            int headMaxLen) {
        List<IntBuffer> options = optionsBySlot(question, tokenizer, prompt);
        OptionalInt tokensPerOption = OptionalInt.empty();
        if (headMaxLen - tokens(options) < INSTRUCTIONS_SHARE) {
            int cut = Math.max(SHORTEST_OPTION, (headMaxLen - INSTRUCTIONS_SHARE) / options.size());
            options = options.stream()
                    .map(option -> option.slice(0, Math.min(option.limit(), cut - 1)))
                    .toList();
            tokensPerOption = OptionalInt.of(cut);
        }
        int left = Math.max(SHORTEST_INSTRUCTIONS, headMaxLen - tokens(options));
        QuestionHead head = new QuestionHead(
                id,
                question.type().code(),
                instructions,
                Math.min(instructions.length, left),
                options,
                tokensPerOption,
                tokenizer.specialTokens(),
                maxLen);
        head.requireAllMarkers(headMaxLen);
        return head;
    }

    /** Tokens of {@code options} together, including their markers. */
    private static int tokens(List<IntBuffer> options) {
        int sum = options.size();
        for (IntBuffer option : options) {
            sum += option.limit();
        }
        return sum;
    }

    private void requireAllMarkers(int headMaxLen) {
        int fitting = 0;
        for (int marker : write(new int[wholeLength()])) {
            fitting += marker < maxLen ? 1 : 0;
        }
        if (fitting < options.size()) {
            throw new RefusedException(
                    Refusal.Kind.NO_ROOM,
                    List.of("questions", id),
                    "question " + Quote.of(id) + ": only " + fitting + " of its " + options.size()
                            + " options fit into max_len " + maxLen + " with head_max_len " + headMaxLen
                            + "; lower head_max_len, raise max_len, or use fewer options");
        }
    }

    /** Number of tokens before any is cut off. */
    private int wholeLength() {
        return instructionsCount + tokens(options) + SPECIALS;
    }

    /** Number of tokens. */
    private int length() {
        return Math.min(wholeLength(), maxLen);
    }

    /** Writes the head, uncut, to the beginning of {@code ids}, and returns the positions of its markers. */
    private int[] write(int[] ids) {
        ids[0] = special.cls();
        System.arraycopy(instructions, 0, ids, 1, instructionsCount);
        int next = 1 + instructionsCount;
        ids[next++] = special.sep();
        int[] markers = new int[options.size()];
        for (int slot = 0; slot < markers.length; slot++) {
            IntBuffer option = options.get(slot);
            markers[slot] = next;
            ids[next++] = special.mask();
            option.get(0, ids, next, option.limit());
            next += option.limit();
        }
        ids[next] = special.sep();
        return markers;
    }

    @Override
    public int instructionTokens() {
        return instructionsCount;
    }

    @Override
    public List<Integer> optionTokens() {
        List<Integer> shown = new ArrayList<>(options.size());
        int next = 1 + instructionsCount + 1;
        for (IntBuffer option : options) {
            next += 1 + option.limit();
            shown.add(option.limit() - Math.clamp(next - maxLen, 0, option.limit()));
        }
        return shown;
    }

    @Override
    public List<IntBuffer> options() {
        return options;
    }

    @Override
    public OptionalInt tokensPerOption() {
        return tokensPerOption;
    }

    @Override
    public int room() {
        return Math.max(0, maxLen - length() - 1);
    }

    @Override
    public PackedRow row(int[] state, int first, int count) {
        return new PackedRow(rowLength(count), () -> assembled(state, first, count));
    }

    private int rowLength(int count) {
        return Math.min(maxLen, length() + count + 1);
    }

    private Row assembled(int[] state, int first, int count) {
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
