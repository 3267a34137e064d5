// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.IntStream;
import org.decisionservice.api.State;
import org.decisionservice.api.Usage;
import org.decisionservice.api.Usage.CollapsedOptions;
import org.decisionservice.api.Window;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.text.Prompt;

/** The questions of a request, tokenized and ready for any number of states. */
public final class PackedQuestions {
    private final List<RowQuestion> questions;
    /** By question: one, or one for each part of a choice that is split. */
    private final List<List<QuestionHead>> heads;

    private final Tokenizer tokenizer;
    private final Prompt prompt;
    private final Optional<WindowAllowance> allowance;
    private final SequencedMap<String, CollapsedOptions> collapsed = new LinkedHashMap<>();

    /**
     * @param heads of each question, at least one
     * @param allowance windows that states too long for a row are read in; empty cuts such states
     */
    PackedQuestions(
            List<RowQuestion> questions,
            List<List<QuestionHead>> heads,
            Tokenizer tokenizer,
            Prompt prompt,
            Optional<WindowAllowance> allowance) {
        this.questions = List.copyOf(questions);
        this.heads = List.copyOf(heads);
        this.tokenizer = tokenizer;
        this.prompt = prompt;
        this.allowance = allowance;
        for (int index = 0; index < questions.size(); index++) {
            RowQuestion question = questions.get(index);
            if (!question.repeats()) {
                collapsed.merge(question.id(), distinctOptions(index), CollapsedOptions::and);
            }
        }
        collapsed.values().removeIf(options -> options.distinct() == options.total());
    }

    /** How many options of question {@code index} can still be told apart, whether or not all can. */
    CollapsedOptions distinctOptions(int index) {
        return QuestionHead.distinctOptions(heads.get(index));
    }

    /** Tokens that the rows of each question hold, in the order of the questions. */
    public List<KeptTokens> kept() {
        return IntStream.range(0, questions.size())
                .mapToObj(index -> KeptTokens.of(questions.get(index), heads.get(index)))
                .toList();
    }

    /** Whether any number of threads may {@link #pack} at a time: what counts or remembers is for one. */
    public boolean packsSideBySide() {
        return allowance.isEmpty() && !(tokenizer instanceof RememberingTokenizer);
    }

    /**
     * The rows of every question about {@code state}, which is tokenized once, or not at all if there are no questions.
     */
    public PackedState pack(State state) {
        if (questions.isEmpty()) {
            return new PackedState(List.of(), new Usage(0, 0, 0, List.of(), new LinkedHashMap<>()), List.of());
        }
        String text = prompt.state(state);
        // Places of the tokens are needed only for windows.
        Optional<StateTokens> located =
                anyTakesWindows(Integer.MAX_VALUE) ? Optional.of(StateTokens.of(text, tokenizer)) : Optional.empty();
        int[] tokens = located.map(StateTokens::ids)
                .orElseGet(() -> tokenizer.encode(tokenizer.specialTokens().without(text)));
        boolean windowed = anyTakesWindows(tokens.length);
        List<TokenRange> sentences = windowed ? Sentences.of(text, located.orElseThrow()) : List.of();
        boolean keepsEnd = prompt.keepsEnd(state);
        int[] shown = windowed ? tokens : shown(tokens, keepsEnd);
        List<PackedRow> rows = new ArrayList<>();
        List<QuestionRows> placed = new ArrayList<>(questions.size());
        SequencedSet<String> truncated = new LinkedHashSet<>();
        int worstDropped = 0;
        for (int index = 0; index < questions.size(); index++) {
            String id = questions.get(index).id();
            int first = rows.size();
            List<Window> windows = List.of();
            if (takesWindows(index, tokens.length)) {
                windows = addWindows(heads.get(index).getFirst(), located.orElseThrow(), sentences, rows);
            } else {
                int dropped = addCut(heads.get(index), tokens.length, shown, keepsEnd, rows);
                worstDropped = Math.max(worstDropped, dropped);
                if (dropped > 0) {
                    truncated.add(id);
                }
            }
            placed.add(new QuestionRows(id, first, rows.size() - first, windows));
        }
        int inputTokens = rows.stream().mapToInt(PackedRow::length).sum();
        Usage usage = new Usage(inputTokens, tokens.length, worstDropped, List.copyOf(truncated), collapsed);
        return new PackedState(rows, usage, placed);
    }

    private boolean anyTakesWindows(int tokens) {
        return IntStream.range(0, questions.size()).anyMatch(index -> takesWindows(index, tokens));
    }

    /**
     * Whether question {@code index} reads a state of {@code tokens} tokens in windows. One that has several rows anyway,
     * or leaves no room for the state, reads as much of it as fits.
     */
    private boolean takesWindows(int index, int tokens) {
        int room = heads.get(index).getFirst().room();
        return allowance.isPresent()
                && questions.get(index).whole()
                && heads.get(index).size() == 1
                && room > 0
                && tokens > room;
    }

    /** The tokens that the rows show: while they wait, nothing else is to be in memory. */
    private int[] shown(int[] tokens, boolean keepsEnd) {
        int most = heads.stream()
                .flatMap(List::stream)
                .mapToInt(QuestionHead::room)
                .max()
                .orElse(0);
        if (tokens.length <= most) {
            return tokens;
        }
        return keepsEnd ? Arrays.copyOfRange(tokens, tokens.length - most, tokens.length) : Arrays.copyOf(tokens, most);
    }

    /**
     * Adds a row for each of {@code parts}, with as much of the state as there is room for.
     *
     * @param tokens of the whole state
     * @param shown those of them that any row shows
     * @param keepsEnd whether a state that is cut keeps its end instead of its beginning
     * @return the most tokens of the state that a row leaves out
     */
    private static int addCut(
            List<QuestionHead> parts, int tokens, int[] shown, boolean keepsEnd, List<PackedRow> rows) {
        int worst = 0;
        for (QuestionHead part : parts) {
            int used = Math.min(tokens, part.room());
            rows.add(part.row(shown, keepsEnd ? shown.length - used : 0, used));
            worst = Math.max(worst, tokens - used);
        }
        return worst;
    }

    /**
     * Adds a row for each window of the state, and then one for each sentence that fits into a row.
     *
     * @return what each row shows; windows and sentences are numbered among themselves
     */
    private List<Window> addWindows(
            QuestionHead head, StateTokens state, List<TokenRange> sentences, List<PackedRow> rows) {
        int room = head.room();
        List<TokenRange> fitting =
                sentences.stream().filter(sentence -> sentence.count() <= room).toList();
        List<TokenRange> windows = TokenRange.windows(state.ids().length, room);
        // A single sentence has no others to be compared with.
        List<TokenRange> alone = fitting.size() > 1 ? fitting : List.of();
        allowance.orElseThrow().take(windows.size() + alone.size());
        List<Window> shown = new ArrayList<>(windows.size() + alone.size());
        for (List<TokenRange> ranges : List.of(windows, alone)) {
            for (int index = 0; index < ranges.size(); index++) {
                TokenRange range = ranges.get(index);
                rows.add(head.row(state.ids(), range.first(), range.count()));
                shown.add(new Window(index, ranges.size(), state.start(range.first()), state.end(range.last())));
            }
        }
        return shown;
    }
}
