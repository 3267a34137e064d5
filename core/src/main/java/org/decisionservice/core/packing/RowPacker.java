// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.RequestPlan;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.Family;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.text.Prompt;
import org.decisionservice.engine.spi.OptionLayout;

/** Packs questions for one checkpoint, with the row sizes that one request may set. */
public final class RowPacker {
    private final Checkpoint checkpoint;
    private final Prompt prompt;
    private final Tokenizer tokenizer;
    private final int maxLen;
    private final int headMaxLen;
    private final boolean splits;
    private final Optional<WindowAllowance> allowance;
    private final Predicate<Question> alone;

    private RowPacker(
            Checkpoint checkpoint,
            Tokenizer tokenizer,
            int maxLen,
            int headMaxLen,
            boolean splits,
            Optional<WindowAllowance> allowance,
            Predicate<Question> alone) {
        this.checkpoint = checkpoint;
        this.prompt = checkpoint.family().prompt();
        this.tokenizer = tokenizer;
        this.maxLen = maxLen;
        this.headMaxLen = headMaxLen;
        this.splits = splits;
        this.allowance = allowance;
        this.alone = alone;
    }

    /** A packer that makes one row for every question, or for all of them if the model reads them together. */
    public static RowPacker of(Checkpoint checkpoint, Controls controls) {
        return of(checkpoint, controls, false, Optional.empty());
    }

    /**
     * Creates a packer with the request's row sizes, or the checkpoint's where the request sets none.
     *
     * @param splits whether a choice with more options than a row is certain to hold gets several rows, if its model
     *     shortens options
     * @param allowance windows that states too long for a row are read in; empty cuts such states
     * @throws RefusedException INVALID if {@code max_len} exceeds the positions of the checkpoint, or
     *     {@code head_max_len} is set and its model shortens nothing
     */
    public static RowPacker of(
            Checkpoint checkpoint, Controls controls, boolean splits, Optional<WindowAllowance> allowance) {
        int maxLen = controls.maxLen().orElse(checkpoint.maxLen());
        checkpoint.positionLimit().ifPresent(limit -> {
            if (maxLen > limit) {
                throw new RefusedException(
                        Refusal.Kind.INVALID,
                        List.of("max_len"),
                        "'max_len' is " + maxLen + ", but the checkpoint that answers reads rows of at most " + limit
                                + " tokens; lower max_len to " + limit + " or less");
            }
        });
        Family family = checkpoint.family();
        if (family.prompt().asksTogether() && controls.headMaxLen().isPresent()) {
            throw new RefusedException(
                    Refusal.Kind.INVALID,
                    List.of("head_max_len"),
                    "'head_max_len' is set, but the checkpoint that answers is of the family " + family.title()
                            + ", which reads every question whole; leave head_max_len out");
        }
        return new RowPacker(
                checkpoint,
                checkpoint.tokenizer(),
                maxLen,
                controls.headMaxLen().orElse(checkpoint.headMaxLen()),
                splits && !family.prompt().asksTogether(),
                allowance,
                _ -> false);
    }

    /** Whether the order of options in a row can change what the model says about them. */
    public boolean ordersMatter() {
        return checkpoint.source().config().optionLayout() == OptionLayout.SEQUENTIAL;
    }

    /** The same packer for a request with several rounds: it keeps the tokens of every text. Not thread-safe. */
    public RowPacker remembering() {
        return new RowPacker(
                checkpoint, new RememberingTokenizer(tokenizer), maxLen, headMaxLen, splits, allowance, alone);
    }

    /**
     * The same packer, which asks some questions in rows of their own, although the model could read others with them.
     * With a model that reads one at a time it is no other.
     */
    public RowPacker asking(Predicate<Question> questionsAlone) {
        return new RowPacker(checkpoint, tokenizer, maxLen, headMaxLen, splits, allowance, questionsAlone);
    }

    /** The question with its options in the order that the model reads them in, if the client sets none. */
    public Question ordered(Question question) {
        return prompt.ordered(question);
    }

    /** Packs each question as the client asked it. */
    public PackedQuestions pack(SequencedMap<String, Question> questions) {
        List<RowQuestion> asked = new ArrayList<>(questions.size());
        questions.forEach((id, question) -> asked.add(RowQuestion.whole(id, ordered(question))));
        return pack(asked);
    }

    /**
     * Tokenizes the questions.
     *
     * @param questions in the order of their rows; may be empty
     * @throws RefusedException NO_ROOM naming the first question whose options do not all fit, or saying that all
     *     together do not
     */
    public PackedQuestions pack(List<RowQuestion> questions) {
        List<SharedRows> groups = new ArrayList<>();
        List<RowQuestion> together = questions.stream().filter(this::sharesRows).toList();
        if (!together.isEmpty()) {
            groups.add(joint(together));
        }
        for (RowQuestion each : questions) {
            if (!sharesRows(each)) {
                groups.add(prompt.asksTogether() ? joint(List.of(each)) : apart(each));
            }
        }
        return new PackedQuestions(groups, tokenizer, prompt, allowance);
    }

    private boolean sharesRows(RowQuestion question) {
        return prompt.asksTogether() && question.whole() && !alone.test(question.question());
    }

    private SharedRows apart(RowQuestion question) {
        int[] instructions = QuestionHead.instructions(question.question(), tokenizer, prompt, headMaxLen);
        return SharedRows.of(
                question,
                parts(question.question()).stream()
                        .map(part -> QuestionHead.of(
                                question.id(), part, instructions, tokenizer, prompt, maxLen, headMaxLen))
                        .toList());
    }

    private SharedRows joint(List<RowQuestion> questions) {
        List<QuestionBlock> blocks = questions.stream()
                .map(each -> QuestionBlock.of(each.question(), tokenizer, prompt, maxLen))
                .toList();
        JointHead head = new JointHead(blocks, tokenizer.specialTokens(), maxLen);
        if (!head.fits()) {
            throw new RefusedException(
                    Refusal.Kind.NO_ROOM,
                    List.of("questions"),
                    "the questions take " + head.length() + " tokens or more together, but of max_len " + maxLen
                            + " the checkpoint that answers, of the family "
                            + checkpoint.family().title() + ", leaves them "
                            + Math.max(0, maxLen - JointHead.STATE_SHARE)
                            + "; ask fewer questions at once, or shorten them"
                            + (maxLen < checkpoint.maxLen() ? ", or raise max_len" : ""));
        }
        return SharedRows.of(questions, blocks, head);
    }

    /**
     * How many tokens the options of {@code question} take, before any is shortened, and how many there are for them.
     */
    public OptionSizes sizes(Question question) {
        if (prompt.asksTogether()) {
            int instructions = QuestionHead.instructions(question, tokenizer, prompt, maxLen).length;
            int room = JointHead.optionsRoom(instructions, maxLen);
            return new OptionSizes(tokens(question), room, room);
        }
        int head = Math.min(headMaxLen, maxLen - QuestionHead.SPECIALS);
        int instructions = QuestionHead.instructions(question, tokenizer, prompt, headMaxLen).length;
        int share = Math.max(QuestionHead.INSTRUCTIONS_SHARE, Math.min(instructions, head / 2));
        return new OptionSizes(tokens(question), head - QuestionHead.INSTRUCTIONS_SHARE, head - share);
    }

    /** Tokens of each option with its marker, by option. */
    private List<Integer> tokens(Question question) {
        return QuestionHead.options(question, tokenizer, prompt).stream()
                .map(option -> 1 + option.limit())
                .toList();
    }

    /** The instructions of {@code question} and then each of its options, whole. */
    public static List<RequestPlan.Text> texts(Checkpoint checkpoint, Question question) {
        return QuestionHead.wholeTexts(
                        RequestPlan.Text.MOST_COUNTED,
                        question,
                        checkpoint.tokenizer(),
                        checkpoint.family().prompt())
                .mapToObj(tokens -> new RequestPlan.Text(tokens, tokens))
                .toList();
    }

    /** Tokens of the longest row. */
    public int maxLen() {
        return maxLen;
    }

    /** Rows that a question takes about a state that is not read in windows: more than one if it is split. */
    public int rows(Question question) {
        int surelyHeld =
                (maxLen - QuestionHead.SPECIALS - QuestionHead.SHORTEST_INSTRUCTIONS) / QuestionHead.SHORTEST_OPTION;
        if (!splits || !(question instanceof Question.Choice) || question.optionCount() <= surelyHeld) {
            return 1;
        }
        int most = Math.max(1, (headMaxLen - QuestionHead.INSTRUCTIONS_SHARE) / QuestionHead.SHORTEST_OPTION);
        return Math.ceilDiv(question.optionCount(), most);
    }

    /**
     * The question itself, or the parts of a choice, which leave the state as much room as an ordinary question does.
     */
    private List<Question> parts(Question question) {
        int rows = rows(question);
        return rows > 1 ? parts((Question.Choice) question, rows) : List.of(question);
    }

    /** {@code count} smaller choices of nearly equal size, which together have the options in slot order. */
    static List<Question> parts(Question.Choice choice, int count) {
        List<Question.Option> bySlot = choice.optionOrder()
                .map(order -> order.stream().map(choice.options()::get).toList())
                .orElse(choice.options());
        List<Question> parts = new ArrayList<>(count);
        for (int part = 0; part < count; part++) {
            parts.add(new Question.Choice(
                    choice.instructions(),
                    bySlot.subList(bySlot.size() * part / count, bySlot.size() * (part + 1) / count),
                    Optional.empty()));
        }
        return parts;
    }
}
