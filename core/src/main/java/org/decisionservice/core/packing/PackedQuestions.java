// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.State;
import org.decisionservice.api.Usage;
import org.decisionservice.api.Usage.CollapsedOptions;
import org.decisionservice.api.Window;
import org.decisionservice.core.checkpoint.Tokenizer;

/** The questions of a request, tokenized and ready for any number of states. */
public final class PackedQuestions {
    private final List<QuestionHead> heads;
    private final List<QuestionRows> questions;
    private final Tokenizer tokenizer;
    private final Optional<WindowAllowance> allowance;
    private final SequencedMap<String, CollapsedOptions> collapsed;

    /**
     * @param heads one per row of a state
     * @param questions which of those rows belong to which question, at least one each
     * @param allowance windows that states too long for a row are read in; empty cuts such states
     */
    PackedQuestions(
            List<QuestionHead> heads,
            List<QuestionRows> questions,
            Tokenizer tokenizer,
            Optional<WindowAllowance> allowance) {
        this.heads = List.copyOf(heads);
        this.questions = List.copyOf(questions);
        this.tokenizer = tokenizer;
        this.allowance = allowance;
        this.collapsed = new LinkedHashMap<>();
        for (QuestionRows question : questions) {
            if (!question.asked().repeats()) {
                collapsed.merge(question.id(), distinctness(question), CollapsedOptions::and);
            }
        }
        collapsed.values().removeIf(options -> options.distinct() == options.total());
    }

    /** Which rows belong to which question, in row order, in a state that is not read in windows. */
    public List<QuestionRows> questions() {
        return questions;
    }

    /**
     * The rows of every question over {@code state}, which is tokenized once, or not at all if there are no questions.
     */
    public PackedState pack(State state) {
        if (heads.isEmpty()) {
            return new PackedState(List.of(), new Usage(0, 0, 0, List.of(), new LinkedHashMap<>()), List.of());
        }
        String text = state.text();
        int[] tokens = tokenizer.encode(MaskText.without(text, tokenizer));
        StateRows rows = new StateRows(tokens, keepsEnd(state));
        if (questions.stream().noneMatch(question -> takesWindows(question, tokens.length))) {
            heads.forEach(rows::add);
            return rows.packed(questions, collapsed);
        }
        StateSpans spans = StateSpans.of(text, tokenizer);
        List<TokenRange> sentences = Sentences.of(text, spans, tokens.length);
        List<QuestionRows> placed = new ArrayList<>(questions.size());
        for (QuestionRows question : questions) {
            placed.add(place(question, tokens.length, sentences, spans, rows));
        }
        return rows.packed(placed, collapsed);
    }

    /**
     * Whether a question reads a state of {@code tokens} tokens in windows. One that takes several rows itself, or
     * leaves no room for the state, reads as much of it as fits.
     */
    private boolean takesWindows(QuestionRows question, int tokens) {
        int room = heads.get(question.rows().first()).room();
        return allowance.isPresent()
                && question.asked().whole()
                && question.rows().count() == 1
                && room > 0
                && tokens > room;
    }

    /** Adds the rows of a question about a state of {@code tokens} tokens. */
    private QuestionRows place(
            QuestionRows question, int tokens, List<TokenRange> sentences, StateSpans spans, StateRows rows) {
        int first = rows.count();
        List<QuestionHead> own = question.rows().of(heads);
        if (!takesWindows(question, tokens)) {
            own.forEach(rows::add);
            return new QuestionRows(question.asked(), new RowRange(first, own.size()));
        }
        QuestionHead head = own.getFirst();
        int room = head.room();
        List<TokenRange> windows = WindowCuts.of(tokens, room).ranges();
        List<TokenRange> fitting = fitting(sentences, room);
        allowance.orElseThrow().take(windows.size() + fitting.size());
        List<Window> read = new ArrayList<>(rows.add(head, windows, spans));
        read.addAll(rows.add(head, fitting, spans));
        return new QuestionRows(question.asked(), new RowRange(first, read.size()), read);
    }

    /** Those that fit into a row, if there are others to compare with; the rest is read in windows only. */
    private static List<TokenRange> fitting(List<TokenRange> sentences, int room) {
        List<TokenRange> fitting =
                sentences.stream().filter(sentence -> sentence.count() <= room).toList();
        return fitting.size() > 1 ? fitting : List.of();
    }

    /** In an array, such as a conversation, the end matters most; in anything else, the beginning. */
    private static boolean keepsEnd(State state) {
        return state instanceof State.Json json && json.value() instanceof JsonValue.JsonArray;
    }

    /** How many options of a question can still be told apart. */
    CollapsedOptions distinctness(QuestionRows question) {
        return OptionSpans.distinctness(
                question.rows().of(heads).stream().map(QuestionHead::options).toList());
    }
}
